import type { Database } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';

export interface Place {
  level: number;
  path: string;
}

export async function isWithin(tx: Database, id: string, ancestorId: string): Promise<boolean> {
  const rows = await tx.execute(sql`
    with recursive above as (
      select id, parent_id from wbs_item where id = ${id}
      union all
      select parent.id, parent.parent_id from wbs_item as parent join above on above.parent_id = parent.id
    ) select 1 from above where id = ${ancestorId}`);
  return rows.length > 0;
}

const below = (id: string) => sql`
  with recursive below as (
    select id, level from wbs_item where parent_id = ${id}
    union all
    select child.id, child.level from wbs_item as child join below on child.parent_id = below.id)`;

export async function findDeepestLevel(tx: Database, id: string): Promise<number | null> {
  const [row] = await tx.execute<{ deepest: number | null }>(
    sql`${below(id)} select max(level)::int as deepest from below`,
  );
  return row?.deepest ?? null;
}

export async function moveBranch(tx: Database, id: string, from: Place, to: Place): Promise<void> {
  await tx.execute(sql`
    ${below(id)}
    update wbs_item set
      level = wbs_item.level + ${to.level - from.level}::int,
      path = ${to.path}::text || substr(wbs_item.path, length(${from.path}::text) + 1)
    from below where below.id = wbs_item.id`);
}
