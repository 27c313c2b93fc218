import { type ExampleStep, loadExample } from '@consulting/example';
import { Api } from './api';
import { importCrew, printCrewRates } from './crew-rates';
import { writeDocuments } from './documents';
import { printPriced } from './prices';
import { showProgress } from './print';
import { printRepriced } from './reprice';
import { printAreas, printMovement, printReview, printSummary, printVersions } from './takeoff';

const api = new Api(process.env.DEMO_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`);
const crewCode = 'PF-01';
const elsewhere = { country: 'US', region: 'Gulf Coast', province: 'Texas', year: 2026, quarter: 'Q1' };

const stepNames: Record<ExampleStep, string> = {
  trades: 'trades',
  rateCards: 'rate cards',
  equipment: 'equipment',
  crews: 'crews',
  project: 'client, project and services',
  wbs: 'work breakdown structure',
  serviceCrews: 'crews of the services',
  takeoffs: 'takeoffs, revision A',
  approval: 'approval of revision A',
  revision: 'takeoff, revision B',
  prices: 'prices of new lines',
};

async function run(): Promise<void> {
  const startedMs = performance.now();
  const { projectId, serviceIds } = await loadExample(api, (step, share) =>
    showProgress(stepNames[step], share),
  );
  console.log(
    `\nLoaded in ${((performance.now() - startedMs) / 1000).toFixed(1)} s; what was there already stayed as it was.`,
  );

  const serviceId = serviceIds['EST-PROCESS'];
  await printCrewRates(api, projectId, await importCrew(api, projectId, crewCode));

  console.log('\nThe project by discipline');
  await printSummary(api, projectId);
  console.log('\nBy area');
  await printAreas(api, projectId);
  console.log('\nVersions of the process areas');
  await printVersions(api, projectId, serviceId);
  await printPriced(api, { projectId, serviceId });
  console.log('\nWhy the total moved from revision A to revision B');
  await printMovement(api, projectId, serviceId);
  console.log('\nWhat a lead estimator would ask before signing');
  await printReview(api, projectId, serviceId);

  console.log(
    `\nWhat the process areas would cost in ${elsewhere.province}, ${elsewhere.year} ${elsewhere.quarter}: nothing is stored`,
  );
  await printRepriced(api, { projectId, serviceId }, elsewhere);

  console.log('\nWhat the client gets');
  await writeDocuments(api, projectId, serviceId);
  sayWhereToLook(projectId, serviceId);
}

function sayWhereToLook(projectId: string, serviceId: string): void {
  const lines = `projectId=${projectId}&serviceId=${serviceId}`;
  console.log('\nWhere to look next');
  console.log(`  workbench ${api.base}/app/projects/${projectId}/figures?service=${serviceId}`);
  console.log(`  lines     ${api.base}/api/v1/mto?${lines}&limit=5`);
  console.log(`  summary   ${api.base}/api/v1/mto/project/${projectId}/summary`);
  console.log(`  workbook  ${api.base}/api/v1/mto/export?projectId=${projectId}&format=multi-sheet`);
  console.log(`  WBS       ${api.base}/api/v1/wbs?scope=project&projectId=${projectId}&tree=true`);
  console.log(`  crews     ${api.base}/api/v1/service-crews?projectId=${projectId}`);
}

try {
  await run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
