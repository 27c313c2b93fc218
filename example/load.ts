import type { Api } from './api';
import { libraries } from './libraries';
import { importPriceBook, priceByBook } from './prices';
import { firstVersion, nextVersion, sheetItems } from './project';
import { type ExampleProject, ensureCrews, ensureProject, importList } from './project-records';
import type { ServiceCode } from './rules/areas';
import { csvOf, type Row } from './rules/csv';
import { wbsRows } from './rules/wbs';
import { pricedTakeoff, revisedTakeoff } from './takeoff';
import { fileNameOf, importTakeoff, type Owner } from './takeoffs';
import { ensureApproved, ensureVersion } from './versions';
import { ensureViews } from './views';

export const exampleSteps = [
  'trades',
  'rateCards',
  'equipment',
  'crews',
  'project',
  'wbs',
  'serviceCrews',
  'takeoffs',
  'approval',
  'revision',
  'prices',
] as const;

export type ExampleStep = (typeof exampleSteps)[number];

export type OnProgress = (step: ExampleStep, share: number) => void;

/** Loads the example as a client would, by files and requests. What exists already stays as it is, so that it can be repeated. */
export async function loadExample(api: Api, onProgress: OnProgress): Promise<ExampleProject> {
  const at = (step: ExampleStep, part = 0) =>
    onProgress(step, (exampleSteps.indexOf(step) + part) / exampleSteps.length);
  for (const { step, path, ...file } of libraries) {
    at(step);
    await importList(api, path, file);
  }
  at('project');
  const loaded = await ensureProject(api);
  const { projectId, serviceIds } = loaded;
  const process = part(projectId, serviceIds, 'EST-PROCESS');
  const utilities = part(projectId, serviceIds, 'EST-UTILITIES');
  at('wbs');
  const codes = new Set([...process.rows, ...utilities.rows].map((row) => String(row['WBS Code'])));
  const wbs = { text: csvOf(wbsRows(codes)), fileName: 'wbs.csv' };
  await importList(api, '/api/v1/wbs/import', wbs, { projectId, scope: 'project' });
  at('serviceCrews');
  for (const { owner, rows } of [process, utilities]) await ensureCrews(api, owner, crewsIn(rows));
  at('takeoffs');
  await Promise.all([
    importTakeoff(api, process.owner, process.takeoff, (share) => at('takeoffs', share)),
    importTakeoff(api, utilities.owner, utilities.takeoff, () => {}),
    importPriceBook(api),
  ]);
  at('approval');
  await ensureApproved(api, process.owner, await ensureVersion(api, process.owner, firstVersion));
  await ensureVersion(api, utilities.owner, firstVersion);
  at('revision');
  await importTakeoff(api, process.owner, revisionB, (share) => at('revision', share));
  at('prices');
  await priceByBook(api, process.owner);
  await ensureApproved(api, process.owner, await ensureVersion(api, process.owner, nextVersion), sheetItems);
  await ensureViews(api, projectId);
  onProgress('prices', 1);
  return loaded;
}

interface Part {
  owner: Owner;
  rows: readonly Row[];
  takeoff: Parameters<typeof importTakeoff>[2];
}

function part(projectId: string, serviceIds: ExampleProject['serviceIds'], service: ServiceCode): Part {
  const rows = pricedTakeoff(service);
  const takeoff = { fileName: fileNameOf(service, 'A'), rows: () => rows, parts: { mode: 'append' } };
  return { owner: { projectId, serviceId: serviceIds[service] }, rows, takeoff };
}

// The engineer's next issue: lines that it names again keep hours and prices, new ones take those of lines that are alike.
const revisionB = {
  fileName: fileNameOf('EST-PROCESS', 'B'),
  rows: () => revisedTakeoff('EST-PROCESS'),
  parts: { mode: 'revise', matchBy: '["sourceId"]', carryFrom: '["description","area"]', revision: 'B' },
};

const crewsIn = (rows: readonly Row[]): Set<string> =>
  new Set(rows.map((row) => row['Crew Code']).filter((code) => typeof code === 'string'));
