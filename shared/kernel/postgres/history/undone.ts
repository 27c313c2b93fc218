import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/connect';

const undoneInTurn = (operationId: string): SQL => sql`
  with recursive chain (id, undoes, place) as (
    select id, undoes, 0 from history_operation where id = ${operationId}
    union all select earlier.id, earlier.undoes, place + 1 from chain join history_operation earlier on earlier.id = chain.undoes)`;

export async function lockUndone(tx: Database, operationId: string): Promise<void> {
  await tx.execute(sql`
    ${undoneInTurn(operationId)}
    select from history_operation where id in (select id from chain) order by position for update`);
}

/** An operation whose undo is undone counts again, and what it had undone does not, in turn. */
export async function noteUndone(tx: Database, undone: string, undoing: string): Promise<void> {
  await tx.execute(sql`update history_operation set undone_by = ${undoing} where id = ${undone}`);
  await tx.execute(sql`
    ${undoneInTurn(undone)}
    update history_operation operation set undone_by = case when earlier.place % 2 = 0 then later.id end
    from chain earlier join chain later on later.place = earlier.place - 1
    where operation.id = earlier.id
      and operation.undone_by is not distinct from case when earlier.place % 2 = 1 then later.id end`);
}

export async function noteCause(tx: Database, operationId: string, causedBy: string): Promise<void> {
  await tx.execute(sql`update history_operation set caused_by = ${causedBy} where id = ${operationId}`);
}
