import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/connect';

/** The operation, the one that it undid, what that undid, and so on. */
const undoneInTurn = (operationId: string): SQL => sql`
  with recursive chain (id, undoes, place) as (
    select id, undoes, 0 from history_operation where id = ${operationId}
    union all select earlier.id, earlier.undoes, place + 1 from chain join history_operation earlier on earlier.id = chain.undoes)`;

/** Locks the operation and what an undo of it lets count again or not, so that each is undone once. */
export async function lockUndone(tx: Database, operationId: string): Promise<void> {
  await tx.execute(sql`
    ${undoneInTurn(operationId)}
    select from history_operation where id in (select id from chain) order by position for update`);
}

/** An operation whose undoing is undone counts again, and what that had undone does not, in turn. */
export async function noteUndone(tx: Database, undone: string, undoing: string): Promise<void> {
  await tx.execute(sql`update history_operation set undone_by = ${undoing} where id = ${undone}`);
  await tx.execute(sql`
    ${undoneInTurn(undone)}
    update history_operation operation set undone_by = case when earlier.place % 2 = 0 then later.id end
    from chain earlier join chain later on later.place = earlier.place - 1
    where operation.id = earlier.id
      and operation.undone_by is not distinct from case when earlier.place % 2 = 1 then later.id end`);
}

/** Says what led to the operation, when that is known only after it has begun. */
export async function noteCause(tx: Database, operationId: string, causedBy: string): Promise<void> {
  await tx.execute(sql`update history_operation set caused_by = ${causedBy} where id = ${operationId}`);
}
