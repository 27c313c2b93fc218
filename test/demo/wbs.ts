import type { Api } from './api';
import { bodyOf, exampleRows } from './example-data';
import { loadMissing } from './load';

/** Loads the universal work breakdown structure of the example; parents come before children in the file. */
export async function loadWbs(api: Api): Promise<void> {
  const rows = await exampleRows('wbs.csv');
  await loadMissing(api, {
    what: 'items of the work breakdown structure',
    list: '/api/v1/wbs?scope=universal',
    create: '/api/v1/wbs',
    keyOf: ({ wbsCode }) => String(wbsCode),
    bodies: rows.map((row) =>
      bodyOf(row, { numbers: ['level', 'sortOrder'], booleans: ['isLeaf', 'isActive'] }),
    ),
  });
}

/** Says how many lines of a service carry the code of a WBS item. */
export async function printWbsMatches(
  api: Api,
  { projectId, serviceId }: { projectId: string; serviceId: string },
): Promise<void> {
  const path = `/api/v1/mto?projectId=${projectId}&serviceId=${serviceId}`;
  const lines = await api.all<{ wbsMatched: boolean }>(path);
  const matched = lines.filter(({ wbsMatched }) => wbsMatched);
  console.log(`  ${matched.length} of ${lines.length} lines carry the code of a WBS item`);
}
