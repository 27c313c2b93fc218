import { type SQL, sql } from 'drizzle-orm';

/**
 * Every writer of several lines locks all of them before it changes the first, in the order of their identifiers: so of two
 * writers of the same lines one waits for the other, and never each for the other.
 */

interface Executes {
  execute(statement: SQL): PromiseLike<unknown>;
}

export async function lockInOrder(tx: Executes, condition: SQL | undefined): Promise<void> {
  await tx.execute(sql`
    select count(*) from (
      select from takeoff_line where ${condition ?? sql`true`} order by id for no key update) as locked`);
}
