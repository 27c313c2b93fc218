import { example } from '@consulting/crews-rates/rates/fixtures/worked-example';
import { until } from './until';
import type { Workbench } from './workbench';

type Gateway = Workbench['gateway'];
type Json = Record<string, unknown>;

/** A name that a browser would take for markup, if it were not shown as text. */
export const hostileName = 'Racks <img src=x onerror="document.title=1"> & <b>pipe</b>';

const items = [
  { wbsCode: '30', name: 'Direct works' },
  { wbsCode: '30.10', name: 'Civil works', parentCode: '30' },
  { wbsCode: '30.10.10', name: 'Foundations', parentCode: '30.10' },
  { wbsCode: '30.50', name: 'Piping', parentCode: '30' },
  { wbsCode: '30.50.10', name: hostileName, parentCode: '30.50' },
  { wbsCode: '30.50.20', name: 'Underground', parentCode: '30.50' },
];

const lines = [
  {
    discipline: 'piping',
    itemNumber: 1,
    wbsCode: '30.50.10',
    quantity: 120,
    unitManHours: 2.5,
    materialUnitPrice: 80,
  },
  {
    discipline: 'piping',
    itemNumber: 2,
    wbsCode: '30.50.10',
    quantity: 40,
    unitManHours: 4,
    materialUnitPrice: 310,
  },
  {
    discipline: 'piping',
    itemNumber: 3,
    wbsCode: '30.50.20',
    quantity: 90,
    unitManHours: 1.5,
    materialUnitPrice: 55,
  },
  {
    discipline: 'civil',
    itemNumber: 4,
    wbsCode: '30.10.10',
    quantity: 60,
    unitManHours: 3,
    materialUnitPrice: 190,
  },
  { discipline: 'civil', itemNumber: 5, quantity: 10, unitManHours: 2, materialUnitPrice: 25 },
  {
    discipline: 'civil',
    itemNumber: 6,
    wbsCode: '30.10.10',
    quantity: 7,
    materialUnitPrice: 1000,
    status: 'void',
  },
].map((line) => ({
  ...line,
  description: `Line ${line.itemNumber}`,
  unitOfMeasure: 'm',
  ...(line.discipline === 'piping' ? { crewCode: 'PF-01' } : { labourRate: 95 }),
}));

async function create(gateway: Gateway, path: string, json: Json): Promise<{ id: string }> {
  const { status, body } = await gateway.call('POST', path, { json });
  if (status !== 201 && status !== 200)
    throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Trades, rate cards, machines and the crew of rates.md 9. */
async function makeCrew(gateway: Gateway): Promise<string> {
  const { project, rateCards, equipment, labourMembers, equipmentMembers } = example;
  const { currency: _, ...place } = project;
  await create(gateway, '/v1/crew-trades', { tradeCode: 'CRAN', laborDesignation: 'Journeyman' });
  for (const { tradeCode, laborDesignation, ...terms } of Object.values(rateCards)) {
    await create(gateway, '/v1/crew-trades', { tradeCode, laborDesignation });
    await create(gateway, '/v1/crew-members', { tradeCode, laborDesignation, ...place, ...terms });
  }
  for (const { equipmentCode, ...terms } of Object.values(equipment))
    await create(gateway, '/api/v1/equipment', {
      equipmentCode,
      name: equipmentCode,
      currency: 'CAD',
      ...terms,
    });
  const crew = await create(gateway, '/v1/crews', {
    code: 'PF-01',
    name: 'Pipe erection',
    discipline: 'piping',
    labourMembers: labourMembers.map(({ rateCard, quantity }) => {
      const [tradeCode, laborDesignation] = rateCard.split('/');
      return { tradeCode, laborDesignation, quantity };
    }),
    equipmentMembers,
  });
  return crew.id;
}

/** A project with two disciplines, a WBS, a crew and lines, one of them void; a version in review, and changes since. */
export async function makeFiguresTakeoff({ gateway }: Workbench) {
  const client = await create(gateway, '/v1/clients', { code: 'FIG', name: 'Figures' });
  const project = await create(gateway, '/v1/projects', {
    clientId: client.id,
    name: 'Harbour terminal',
    ...example.project,
  });
  const { workWeek, fuelPrices, indirectCosts } = example;
  await gateway.call('PUT', `/v1/projects/${project.id}/indirect-costs`, {
    json: { workWeek, fuelPrices, ...indirectCosts },
  });
  const services = `/v1/projects/${project.id}/services`;
  const service = await create(gateway, services, {
    code: 'EST',
    name: 'Estimate',
    serviceType: 'estimation',
  });
  for (const item of items) await create(gateway, '/api/v1/wbs', { scope: 'universal', ...item });
  const crewId = await makeCrew(gateway);
  const owner = { projectId: project.id, serviceId: service.id };
  await create(gateway, `/v1/projects/${project.id}/import-crew`, { crewId, serviceId: service.id });
  await create(gateway, '/api/v1/mto/bulk', { ...owner, items: lines });
  const versions = `${services}/${service.id}/estimations`;
  const version = await create(gateway, versions, {
    versionLabel: 'A',
    name: 'Budget',
    contingencyPercent: 10,
  });
  await gateway.call('PUT', `${versions}/${version.id}`, { json: { status: 'in-review' } });
  await raiseQuantities(gateway, owner);
  await create(gateway, versions, { versionLabel: 'B', name: 'Tender', contingencyPercent: 10 });
  return { ...owner, versionId: version.id, versions };
}

/** Piping grows, and foundations shrink. */
async function raiseQuantities(
  gateway: Gateway,
  owner: { projectId: string; serviceId: string },
): Promise<void> {
  for (const [discipline, percent] of Object.entries({ piping: 25, civil: -10 })) {
    const conditions = [{ field: 'discipline', operator: 'equals', value: discipline }];
    await create(gateway, '/api/v1/mto/bulk-edit', {
      ...owner,
      selection: { mode: 'filters', filters: { conditions } },
      updates: { quantity: { percent } },
    });
  }
}

/** What the API answers, once the crews and the names of the WBS have arrived. */
export async function readFigures(
  { gateway }: Workbench,
  { projectId, serviceId }: { projectId: string; serviceId: string },
) {
  const read = async (path: string) => (await gateway.call('GET', path)).body;
  const summary = () => read(`/api/v1/mto/project/${projectId}/summary?serviceId=${serviceId}`);
  await until(async () => {
    const { byCrew, byWbs } = await summary();
    return (
      byCrew?.some((crew: Json) => crew.name === 'Pipe erection') &&
      byWbs?.some((one: Json) => one.wbsCode === '30')
    );
  });
  return summary();
}
