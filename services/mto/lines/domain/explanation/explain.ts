import {
  boolean,
  commaSeparated,
  type Fault,
  invalid,
  isUuid,
  notFound,
  QueryInput,
  uuid,
  type Values,
} from '@consulting/kernel/schema';
import { explainValue, givenKeysOf, type StoredLine } from '@consulting/mto-engine';
import { inProjectOf } from '../../store/rows/directory';
import { findLine, listLinesById } from '../../store/writes/takeoff-line';
import type { Ctx } from '../context';
import { checkKeys } from '../line/chosen-keys';
import { linesOfVersion, versionField } from '../line/version-lines';
import { originsOf } from './origin';

const fieldsMax = 20;

export const explainQuery = new QueryInput({
  field: commaSeparated(fieldsMax, (keys, at, reading) => checkKeys(keys, [], at, null, reading))
    .required()
    .describe('Keys of the fields to explain; they must be fields of the discipline of the line.'),
  estimationId: versionField(),
  cells: boolean()
    .default(false)
    .describe(
      'Whether values of imports have the `text` of their cell, as long as the uploaded file is stored. The file is read up to the row of the line, which takes longer.',
    ),
  projectId: uuid().describe('When given, the line must belong to it.'),
});

type ExplainQuery = Values<(typeof explainQuery)['fields']>;

/** @throws VALIDATION_ERROR, NOT_FOUND, NO_SNAPSHOT, DEPENDENCY_UNAVAILABLE */
export async function explainLine(ctx: Ctx, mtoId: string, query: ExplainQuery) {
  const { line, hasHistory } = await requireLine(ctx, mtoId, query);
  const faults: Fault[] = [];
  checkKeys(query.field, [], 'field', line.discipline, { faults });
  if (faults.length > 0) throw invalid(faults);
  const asked = { hasHistory, hasCells: query.cells };
  const origin = await originsOf(ctx, line, givenKeysOf(line, query.field), asked);
  const explained = query.field.map((key) => explainValue(line, key, origin));
  return explained.length === 1 ? explained[0] : { data: explained };
}

interface Found {
  line: StoredLine;
  hasHistory: boolean;
}

async function requireLine(
  ctx: Ctx,
  mtoId: string,
  { estimationId, projectId }: ExplainQuery,
): Promise<Found> {
  const found = !isUuid(mtoId)
    ? undefined
    : estimationId === null
      ? await findCurrent(ctx, mtoId, projectId)
      : await findOfVersion(ctx, mtoId, projectId, estimationId);
  if (found?.line === undefined) throw notFound('takeoff line', mtoId);
  return { ...found, line: found.line };
}

async function findCurrent({ db }: Ctx, id: string, projectId: string | null) {
  const find = (projectId: string) => findLine(db, { projectId, id });
  const line = await (projectId === null ? inProjectOf(db, id, find) : find(projectId));
  return { line, hasHistory: true };
}

async function findOfVersion(ctx: Ctx, id: string, projectId: string | null, estimationId: string) {
  const owner = projectId === null ? null : { projectId, serviceId: null };
  const version = await linesOfVersion(ctx, owner, estimationId);
  const [line] = await listLinesById(ctx.db, version.projectId, [id], version.source);
  if (version.source.version !== undefined) return { line, hasHistory: true };
  return { line: line && { ...line, importTaskId: null }, hasHistory: false };
}
