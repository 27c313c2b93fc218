import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type CrewSystem, freshCode, startCrewSystem } from '../../support/crew-system';
import { repricing } from '../../support/reprice-system';
import type { Answer } from '../../support/system';

type Body = Answer['body'];

const folder = `${import.meta.dir}/../../demo/data`;
const alberta = { country: 'CA', region: 'Western Canada', province: 'Alberta', year: 2025, quarter: 'Q3' };
const texas = { country: 'US', region: 'Gulf Coast', province: 'Texas', year: 2025, quarter: 'Q2' };
const projectType = 'petrochemical';

let system: CrewSystem;
let ways: ReturnType<typeof repricing>;
let crews: Body[];

async function importFile(ask: CrewSystem['request'], path: string, name: string) {
  const form = new FormData();
  form.set('file', new File([await Bun.file(`${folder}/${name}`).bytes()], name));
  const { status, body } = await ask('POST', path, { form });
  expect([name, status, body.errors]).toEqual([name, 200, []]);
}

beforeAll(async () => {
  system = await startCrewSystem();
  ways = repricing(system);
  await importFile(system.request, '/api/v1/crews/trades/import', 'trades.csv');
  await importFile(system.request, '/v1/crew-members/bulk-import', 'rate-cards.csv');
  await importFile(system.askEquipment, '/api/v1/equipment/import', 'equipment.csv');
  await importFile(system.request, '/api/v1/crews/import', 'crews.csv');
  crews = (await system.request('GET', '/v1/crews?limit=100')).body.data;
  expect(crews.length).toBeGreaterThan(10);
}, 300_000);
afterAll(() => system.stop());

const terms = async () => {
  const { workWeek, fuelPrices, labour, equipment } = await Bun.file(`${folder}/indirect-costs.json`).json();
  return { workWeek, fuelPrices, labour, equipment, exchangeRates: [{ currency: 'USD', rate: 1.36 }] };
};

/** A service at a place with every crew of the seed, imported with the rates of the place. */
async function serviceWithCrews(place: object, more: object = {}) {
  const project = await system.newProject({ ...place, projectType, currency: 'CAD' });
  await system.setIndirectCosts(project.id, { ...(await terms()), ...more });
  const service = await system.newService(project.id);
  for (const { id: crewId } of crews) {
    const json = { crewId, serviceId: service.id };
    const { status, body } = await system.request('POST', `/v1/projects/${project.id}/import-crew`, { json });
    expect([status, body.detail]).toEqual([200, undefined]);
  }
  return { project, service };
}

const pricedFields = ['rates', 'status', 'labourMembers', 'equipmentMembers', 'warnings'];

async function pricesOf({ service }: Body): Promise<Body> {
  const path = `/api/v1/service-crews?serviceId=${service.id}&limit=100&sort=crewCode`;
  const { data } = (await system.request('GET', path)).body;
  return data.map((crew: Body) => [crew.crewCode, ...pricedFields.map((field) => crew[field])]);
}

describe('POST /v1/projects/{projectId}/services/{serviceId}/reprice', () => {
  test('200: every crew of the seed in Texas has the rates that an import into a project there has, member by member', async () => {
    const [here, there] = [await serviceWithCrews(alberta), await serviceWithCrews(texas)];
    const dry = (await ways.reprice(here, { place: { ...texas, projectType } })).body;
    expect(dry.crews.map(({ outcome }: Body) => outcome)).toEqual(crews.map(() => 'repriced'));
    await ways.repriced(here, { place: { ...texas, projectType } });
    const wanted = await pricesOf(there);
    expect(await pricesOf(here)).toEqual(wanted);
    const reported = new Map(dry.crews.map((crew: Body) => [crew.crewCode, crew.after.labourRate]));
    for (const [code, rates] of wanted) expect(reported.get(code)).toBe(rates.labourRatePerManHour);
  }, 300_000);

  test('200: what an empty reprice makes of it is what an import into the project gave', async () => {
    const target = await serviceWithCrews(alberta);
    const before = await pricesOf(target);
    await ways.repriced(target, { place: texas, workWeek: { daysPerWeek: 5 }, escalationPercent: -7.5 });
    expect(await pricesOf(target)).not.toEqual(before);
    await ways.repriced(target, {});
    expect(await pricesOf(target)).toEqual(before);
  }, 300_000);

  test('200: another week and other indirect costs are what a project with them has', async () => {
    const workWeek = { hoursPerDay: 8, daysPerWeek: 5 };
    const labour = { overhead: { percentage: 12.5 }, supervision: { amount: 3.25 } };
    const entries = (await terms()).labour;
    const [here, there] = [
      await serviceWithCrews(alberta),
      await serviceWithCrews(alberta, { workWeek, labour: { ...entries, ...labour } }),
    ];
    await ways.repriced(here, { workWeek, indirectCosts: { labour } });
    expect(await pricesOf(here)).toEqual(await pricesOf(there));
  }, 300_000);

  test('200: random lines cost what the reprice said, by discipline and WBS', async () => {
    const target = await serviceWithCrews(alberta);
    const wbs = freshCode('A');
    const item = { projectId: target.project.id, scope: 'project', wbsCode: wbs, name: 'Area' };
    const made = await system.askEquipment('POST', '/api/v1/wbs', { json: item });
    expect([made.status, made.body.errors]).toEqual([201, undefined]);
    const disciplines = ['piping', 'concrete', 'mechanical_equipment'];
    const figures = fc.record({
      quantity: fc.integer({ min: 100, max: 10_099 }),
      hours: fc.integer({ min: 100, max: 1_099 }),
    });
    for (const [at, { quantity, hours }] of fc.sample(figures, 24).entries())
      await system.newLine(target.project.id, target.service.id, {
        discipline: disciplines[at % 3],
        crewCode: crews[at % crews.length].code,
        quantity: quantity / 100,
        unitManHours: hours / 1000,
        wbsCode: at % 2 === 0 ? wbs : 'NONE',
        ...(at % 5 === 0 && { labourRate: 80 }),
        ...(at % 7 === 0 && { status: 'void' }),
      });
    const { total, byDiscipline, byWbs } = await ways.repriced(target, {
      place: texas,
      escalationPercent: 4.25,
    });
    const path = `/api/v1/mto/project/${target.project.id}/summary?serviceId=${target.service.id}`;
    const summary = (await system.askLines('GET', path)).body;
    const after = (reported: Body) =>
      Object.fromEntries(
        ['totalManHours', 'labourCost', 'equipmentCost', 'totalCost'].map((key) => [
          key,
          reported[key].after,
        ]),
      );
    expect(summary.totals).toMatchObject(after(total));
    expect(summary.byDiscipline).toMatchObject(
      byDiscipline.map((one: Body) => ({ discipline: one.discipline, ...after(one) })),
    );
    expect(summary.byWbs).toMatchObject(
      byWbs.map((one: Body) => ({ wbsCode: one.wbsCode, kind: one.kind, ...after(one) })),
    );
  }, 300_000);
});
