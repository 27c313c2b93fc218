import type { Database } from '@consulting/shared/store/connect';
import { lowered } from '@consulting/shared/store/query';
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { wbsItem } from './schema';

/** Codes among `codes` that are items of the project or universal ones, in lower case. */
export async function findCodes(db: Database, projectId: string, codes: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ code: lowered(wbsItem.code).mapWith(String) })
    .from(wbsItem)
    .where(
      and(
        or(eq(wbsItem.projectId, projectId), isNull(wbsItem.projectId)),
        inArray(lowered(wbsItem.code), codes.map(lowered)),
      ),
    );
  return new Set(rows.map((row) => row.code));
}
