import { rateBasis } from '@consulting/crews-rates/rates/basis';
import { calculateCrewRate } from '@consulting/crews-rates/rates/composite';
import { plainCard } from '@consulting/crews-rates/rates/fixtures/records';
import { serialiseCrewRate } from '@consulting/crews-rates/rates/serialise';
import { importCards } from './crud-cards-file';
import type { CrudSystem } from './crud-system';
import { measure } from './measure';

const labourCount = 15;
const machineCount = 5;
const entryCount = 25;
const otherCardCount = 20_000;
const calculationMsMax = 10;

const place = {
  country: 'CA',
  region: 'Western Canada',
  province: 'Alberta',
  year: 2025,
  quarter: 'Q3',
  projectType: 'petrochemical',
  currency: 'CAD',
};

/** Calculation of a crew of 20 members with 25 indirect entries beside its arithmetic alone, and common requests. */
export async function benchCalculation(system: CrudSystem): Promise<void> {
  const { projectId, crewId } = await arrange(system);
  const ask = (owner: Parameters<CrudSystem['ask']>[0], path: string, json?: object) => () =>
    system.ask(owner, path, json);
  const rates = `/v1/projects/${projectId}/crew-rates`;
  const calculation = await measure('POST /v1/projects/…/crew-rates', ask('crews-rates', rates, { crewId }));
  const arithmetic = await measure('its arithmetic alone', async () => calculateAlone());
  await measure('GET /v1/crews/…', ask('crews-rates', `/v1/crews/${crewId}`));
  await measure('GET /v1/crews?limit=100', ask('crews-rates', '/v1/crews?limit=100'));
  await measure('GET /v1/projects/…', ask('clients-projects', `/v1/projects/${projectId}`));
  let count = 0;
  await measure('POST /v1/clients', () =>
    system.ask('clients-projects', '/v1/clients', { code: `B-${++count}`, name: 'Benchmark' }),
  );
  const share = (arithmetic.p95 / calculation.p95) * 100;
  console.log(`the arithmetic is ${share.toFixed(0)} % of the request at the 95th percentile`);
  const ratio = calculation.p95 / calculationMsMax;
  console.log(
    `ratio: the calculation takes ${ratio.toFixed(2)} of ${calculationMsMax} ms at the 95th percentile`,
  );
}

const tradeCode = (at: number) => `T${String(at).padStart(2, '0')}`;
const machineCode = (at: number) => `E-${at}`;
const labourMembers = Array.from({ length: labourCount }, (_, at) => ({
  tradeCode: tradeCode(at),
  laborDesignation: 'Journeyman',
  quantity: at + 1,
}));
const equipmentMembers = Array.from({ length: machineCount }, (_, at) => ({
  equipmentCode: machineCode(at),
  quantity: 1,
  operatingShare: 60,
  standbyShare: 40,
}));

const entries = (count: number, prefix: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${prefix}${at}`, { percentage: 1 + at / 4, amount: null }]),
  );
const indirectCosts = {
  labour: { overhead: { percentage: 8, amount: null }, ...entries(entryCount - 11, 'labour') },
  equipment: entries(10, 'equipment'),
};

/** A project with entries, and a crew whose members are priced among many other cards. */
async function arrange(system: CrudSystem): Promise<{ projectId: string; crewId: string }> {
  const client = await system.ask('clients-projects', '/v1/clients', { code: 'BENCH', name: 'Benchmark' });
  const project = await system.ask('clients-projects', '/v1/projects', {
    clientId: client.id,
    name: 'Benchmark',
    ...place,
  });
  await system.sql`
    insert into clients_projects.indirect_costs
      (project_id, work_week, labour, equipment, fuel_prices, exchange_rates, created_by, updated_by)
    values (${project.id}, '{"hoursPerDay":10,"daysPerWeek":6,"shift":"day"}', ${system.sql.json(indirectCosts.labour)},
      ${system.sql.json(indirectCosts.equipment)}, '{"diesel":1.45}', '[]', 'bench', 'bench')`;
  for (const { tradeCode, laborDesignation } of labourMembers) {
    await system.ask('crews-rates', '/v1/crew-trades', { tradeCode, laborDesignation });
    const card = { tradeCode, laborDesignation, ...place, baseWage: 50, smallToolsPercent: 3 };
    await system.ask('crews-rates', '/v1/crew-members', card);
  }
  for (const { equipmentCode } of equipmentMembers)
    await system.ask('equipment-wbs', '/api/v1/equipment', {
      equipmentCode,
      name: 'Crane',
      currency: 'CAD',
      monthlyRate: 14400,
      fuelType: 'diesel',
      fuelConsumptionPerHour: 14,
    });
  await addOtherCards(system);
  const crew = { code: 'BENCH', name: 'Benchmark', labourMembers, equipmentMembers };
  const { id } = await system.ask('crews-rates', '/v1/crews', crew);
  return { projectId: project.id, crewId: id };
}

/** Cards of the same trades at other places and times, as a price book of some years has them. */
async function addOtherCards(system: CrudSystem): Promise<void> {
  await importCards(system, {
    trades: labourMembers,
    provinces: Array.from({ length: 50 }, (_, at) => `Province ${at}`),
    years: Array.from({ length: Math.ceil(otherCardCount / labourCount / 50) }, (_, at) => 2000 + at),
    quarters: ['Q1'],
    projectType: '',
  });
  await system.sql`analyze crews_rates.rate_card`;
}

/** The same crew without database and messages. */
function calculateAlone() {
  const basis = rateBasis({
    currency: 'CAD',
    workWeek: { hoursPerDay: 10, daysPerWeek: 6 },
    indirectCosts,
    fuelPrices: { diesel: 1.45 },
    exchangeRates: [],
  });
  const hours = { straightTimeHours: null, overtimeHours: null, doubleTimeHours: null };
  const labour = labourMembers.map((member) => ({
    member: { ...member, ...hours, rateOverride: null },
    match: { card: { ...plainCard, smallToolsPercent: 3 }, matchStep: 1, periodDistanceQuarters: 0 },
  }));
  return serialiseCrewRate(calculateCrewRate({ labour, equipment: [], basis }));
}
