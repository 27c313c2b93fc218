import { Api } from './api';
import { importCrew, printCrewRates } from './crew-rates';
import { loadCrews } from './crews';
import { writeDocuments } from './documents';
import { loadEquipment, loadEquipmentTags } from './equipment';
import { prepareProject, setIndirectCosts } from './project';
import { loadRateCards } from './rate-cards';
import { printRepriced } from './reprice';
import { importCrewLines, importPricedLines, printRateSources, printSummary } from './takeoff';
import { loadTrades } from './trades';
import { loadWbs, printWbsMatches } from './wbs';

const api = new Api(process.env.DEMO_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`);
const crewCode = 'PF-01';
const elsewhere = { country: 'US', region: 'Gulf Coast', province: 'Texas', year: 2026, quarter: 'Q1' };

/** What is the same for every project. */
async function loadCatalogues(): Promise<void> {
  console.log('Loading');
  await loadTrades(api);
  await loadRateCards(api);
  await loadEquipment(api);
  await loadCrews(api);
  await loadWbs(api);
}

async function run(): Promise<void> {
  await loadCatalogues();
  const { projectId, pricedServiceId, crewServiceId } = await prepareProject(api);
  await setIndirectCosts(api, projectId);
  await loadEquipmentTags(api, projectId);

  const priced = { projectId, serviceId: pricedServiceId };
  const crewPriced = { projectId, serviceId: crewServiceId };
  await importCrew(api, priced, crewCode);
  const { projectCrewId } = await importCrew(api, crewPriced, crewCode);
  await printCrewRates(api, projectId, projectCrewId);

  console.log('\nA takeoff with rates of its own: they stay, though the service has the crew');
  const taskId = await importPricedLines(api, priced);
  await printRateSources(api, priced);
  await printWbsMatches(api, priced);
  await printSummary(api, priced);

  console.log(`\nThe lines of ${crewCode} without rates, in a service with that crew: they take its rates`);
  await importCrewLines(api, crewPriced, crewCode);
  await printRateSources(api, crewPriced);
  await printSummary(api, crewPriced);

  console.log(
    `\nWhat it would cost in ${elsewhere.province}, ${elsewhere.year} ${elsewhere.quarter}: nothing is stored`,
  );
  await printRepriced(api, crewPriced, elsewhere);

  console.log('\nWhat the client gets');
  await writeDocuments(api, projectId, taskId);
  sayWhereToLook(projectId, pricedServiceId);
}

function sayWhereToLook(projectId: string, serviceId: string): void {
  const lines = `projectId=${projectId}&serviceId=${serviceId}`;
  console.log('\nWhere to look next');
  console.log(`  workbench ${api.base}/app/projects/${projectId}/figures?service=${serviceId}`);
  console.log(`  lines     ${api.base}/api/v1/mto?${lines}&limit=5`);
  console.log(`  summary   ${api.base}/api/v1/mto/project/${projectId}/summary`);
  console.log(`  workbook  ${api.base}/api/v1/mto/export?projectId=${projectId}&format=multi-sheet`);
  console.log(`  WBS       ${api.base}/api/v1/wbs?scope=universal&tree=true`);
  console.log(`  crews     ${api.base}/api/v1/service-crews?projectId=${projectId}`);
}

try {
  await run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
