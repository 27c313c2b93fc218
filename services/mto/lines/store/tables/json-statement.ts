import type { Database } from '@consulting/kernel/postgres';
import { type SQL, sql } from 'drizzle-orm';

export interface JsonStatement<Found> {
  statement: SQL;
  read(found: unknown): Found;
}

type Statements<All extends readonly unknown[]> = { [At in keyof All]: JsonStatement<All[At]> };

/** One statement sees the lines of one moment. */
export async function findTogether<All extends readonly unknown[]>(
  db: Database,
  ...statements: Statements<All>
): Promise<All> {
  const texts = statements.map(({ statement }) => sql`(${statement})`);
  const [row] = await db.execute<{ found: string }>(
    sql`select json_build_array(${sql.join(texts, sql`, `)})::text as found`,
  );
  const found: unknown[] = JSON.parse(row?.found ?? '[]');
  return statements.map(({ read }, at) => read(found[at])) as unknown as All;
}

export const findOneByOne = <All extends readonly unknown[]>(
  db: Database,
  ...statements: Statements<All>
): Promise<All> =>
  db.transaction(
    async (tx) => {
      const all: unknown[] = [];
      for (const statement of statements) all.push(...(await findTogether(tx, statement)));
      return all as unknown as All;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
