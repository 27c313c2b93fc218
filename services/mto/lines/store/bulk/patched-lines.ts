import type { Database } from '@consulting/kernel/postgres';
import { inSlices } from '@consulting/kernel/process';
import {
  type ChangedLine,
  commonFields,
  type Discipline,
  type LineMatches,
  type StoredLine,
  type StoredPricing,
} from '@consulting/mto-engine';
import { sql } from 'drizzle-orm';
import { sameProject } from '../rows/directory';
import { commonText, lineArray } from '../rows/takeoff-line-row';
import { takeoffLine } from '../tables/schema';
import { ChangedLines } from './changed-lines';

const positions = commonFields.map((_, position) => position);

interface LockedRow extends Record<string, unknown>, LineMatches {
  id: string;
  version: number;
  discipline: Discipline;
  importTaskId: string | null;
  pricing: StoredPricing | null;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
  updatedBy: string;
  common: string;
  attributes: string;
}

export async function lockLines(
  tx: Database,
  projectId: string,
  ids: readonly string[],
): Promise<StoredLine[]> {
  const rows = await tx.execute<LockedRow>(sql`
    select id, version, discipline, import_task_id as "importTaskId", pricing, created_at as "createdAt",
      updated_at as "updatedAt", created_by as "createdBy", updated_by as "updatedBy",
      crew_rate_matched as "crewRateMatched", wbs_matched as "wbsMatched",
      ${commonText(positions)} as common, attributes::text as attributes
    from ${takeoffLine} where project_id = ${sameProject(projectId)} and id = any(${sql.param(ids)}::uuid[])
    order by id for no key update`);
  return inSlices(rows, ({ common, attributes, createdAt, updatedAt, ...row }) => ({
    ...row,
    values: lineArray(row.discipline, positions, common, attributes),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  }));
}

export async function storeChanged(
  tx: Database,
  changedPositions: readonly number[],
  lines: readonly ChangedLine[],
  author: { projectId: string; by: string },
): Promise<Date> {
  const [now] = await tx.execute<{ at: string }>(sql`select now() as at`);
  if (lines.length > 0) {
    const changes = new ChangedLines(changedPositions);
    await changes.update(tx, sql`(${changes.rows(lines)})`, new Set(changedPositions), author);
  }
  return new Date(now?.at ?? Number.NaN);
}
