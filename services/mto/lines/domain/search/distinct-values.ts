import { choice, integer, invalid, QueryInput, text, uuid, type Values } from '@consulting/kernel/schema';
import { type Discipline, disciplines, findSearchField, type SearchField } from '@consulting/mto-engine';
import { listDistinctValues } from '../../store/reads/distinct-values';
import type { Ctx } from '../context';
import { readInProject } from '../line/owner';
import { sourceFor, versionField } from '../line/version-lines';

export const distinctValuesQuery = new QueryInput({
  discipline: choice(disciplines, 'Discipline').describe('Only the lines of this discipline.'),
  serviceId: uuid().describe('Only the lines of this service.'),
  estimationId: versionField(),
  search: text(200).describe('Only values that contain it, case ignored.'),
  limit: integer({ min: 1, max: 1000 }).default(100).describe('Most values.'),
});

function requireField(key: string, discipline: Discipline | null): SearchField {
  const field = findSearchField(key, discipline);
  if (field && field.type !== 'time' && field.key !== 'id') return field;
  const where = discipline === null ? '' : ` of the discipline ${discipline}`;
  throw invalid([{ field: key, code: 'UNKNOWN_FIELD', message: `is not a known field${where}` }]);
}

/**
 * Void and excluded lines count too (resources.md 15.5).
 * @throws NOT_FOUND, NO_SNAPSHOT, VALIDATION_ERROR, DEPENDENCY_UNAVAILABLE
 */
export async function distinctValues(
  ctx: Ctx,
  projectId: string,
  key: string,
  query: Values<(typeof distinctValuesQuery)['fields']>,
) {
  const { discipline, serviceId, estimationId, search, limit } = query;
  const field = requireField(key, discipline);
  const version = await sourceFor(ctx, { projectId, serviceId }, estimationId);
  const filter = { projectId, serviceId, discipline, ...version };
  const [, { data, total, emptyCount }] = await readInProject(ctx, projectId, () =>
    listDistinctValues(ctx, filter, { field, search, limit }),
  );
  return {
    projectId,
    field: key,
    values: data.map(({ value }) => value),
    data,
    emptyCount,
    total,
    truncated: total > data.length,
  };
}
