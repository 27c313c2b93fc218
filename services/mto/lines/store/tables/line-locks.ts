import { type SQL, sql } from 'drizzle-orm';

/**
 * Every writer of several lines locks all of them in the order of their identifiers before it changes the first, so that two writers never
 * deadlock.
 */

interface Executes {
  execute(statement: SQL): PromiseLike<unknown>;
}

export async function lockInOrder(tx: Executes, condition: SQL | undefined): Promise<void> {
  await tx.execute(sql`
    select count(*) from (
      select from takeoff_line where ${condition ?? sql`true`} order by id for no key update) as locked`);
}
