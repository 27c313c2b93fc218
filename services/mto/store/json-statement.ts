import type { Database } from '@consulting/kernel/store/connect';
import { type SQL, sql } from 'drizzle-orm';

/** A statement that answers with one JSON text. */
export interface JsonStatement<Found> {
  statement: SQL;
  read(found: unknown): Found;
}

/** Runs statements as one, so that all of them see the lines as they are at the same moment. */
export async function findTogether<All extends readonly unknown[]>(
  db: Database,
  ...statements: { [At in keyof All]: JsonStatement<All[At]> }
): Promise<All> {
  const texts = statements.map(({ statement }) => sql`(${statement})`);
  const [row] = await db.execute<{ found: string }>(
    sql`select json_build_array(${sql.join(texts, sql`, `)})::text as found`,
  );
  const found: unknown[] = JSON.parse(row?.found ?? '[]');
  return statements.map(({ read }, at) => read(found[at])) as unknown as All;
}
