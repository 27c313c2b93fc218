import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CrewSystem, cardTerms, commonCrewSystem, until } from '../support/crew-system';
import type { Answer } from '../support/system';

type Body = Answer['body'];

let system: CrewSystem;

beforeAll(async () => {
  system = await commonCrewSystem();
});
afterAll(() => system.stop());

const path = '/api/v1/service-crews';
const read = async ({ id }: Body): Promise<Body> => (await system.request('GET', `${path}/${id}`)).body;
const becomesStale = (crew: Body) => until(async () => (await read(crew)).status === 'stale');

/** A priced crew in a project of its own, with all that it is priced with. */
async function arrange() {
  const project = await system.newProject();
  const service = await system.newService(project.id);
  const trade = await system.newTrade();
  const card = await system.newCard(trade);
  const crane = await system.newEquipment();
  const crew = await system.newServiceCrew(project.id, service.id, {
    labourMembers: [system.persons(trade)],
    equipmentMembers: [{ equipmentCode: crane.equipmentCode, quantity: 1 }],
  });
  expect(crew.status).toBe('complete');
  return { project, service, trade, card, crane, crew };
}

describe('a service crew becomes stale when what it is priced with changes', () => {
  test('the indirect costs of its project, and a PUT makes it complete', async () => {
    const { project, crew } = await arrange();
    await system.setIndirectCosts(project.id, { labour: { overhead: { percentage: 10 } } });
    await becomesStale(crew);
    const stale = await read(crew);
    expect(stale).toMatchObject({ version: 2, rates: crew.rates, updatedBy: 'tester' });
    const { body } = await system.request('PUT', `${path}/${crew.id}`, { json: { name: 'Fresh' } });
    expect(body.status).toBe('complete');
    expect(body.rates.labourTotal).toBe(Number((crew.rates.labourTotal * 1.1).toFixed(2)));
  });

  test('its rate card: changed, better, or gone', async () => {
    const changed = await arrange();
    await system.request('PUT', `/v1/crew-members/${changed.card.id}`, { json: { baseWage: 51 } });
    await becomesStale(changed.crew);
    const outbid = await arrange();
    await system.request('PUT', `/v1/crew-members/${outbid.card.id}`, { json: { projectType: null } });
    await becomesStale(outbid.crew);
    await system.request('PUT', `${path}/${outbid.crew.id}`, { json: { name: 'Fallback' } });
    await system.newCard(outbid.trade, { baseWage: 70 });
    await becomesStale(outbid.crew);
    const gone = await arrange();
    await system.request('DELETE', `/v1/crew-members/${gone.card.id}`);
    await becomesStale(gone.crew);
  });

  test('the tag of the project, and the catalogue', async () => {
    const tagged = await arrange();
    await system.newTag(tagged.project.id, tagged.crane.equipmentCode, { monthlyRate: 3520 });
    await becomesStale(tagged.crew);
    const { crane, crew } = await arrange();
    const catalogue = `/api/v1/equipment/${crane.equipmentCode}`;
    await system.askEquipment('PUT', catalogue, { json: { monthlyRate: 2000 } });
    await becomesStale(crew);
  });

  test('rate cards from a bulk import', async () => {
    const { trade, crew } = await arrange();
    const columns = {
      ...cardTerms,
      tradeCode: trade.tradeCode,
      laborDesignation: 'Journeyman',
      baseWage: 60,
    };
    const csv = [Object.keys(columns), Object.values(columns)].join('\n');
    const form = new FormData();
    form.set('file', new File([csv], 'cards.csv'));
    form.set('updateExisting', 'true');
    const { body } = await system.request('POST', '/v1/crew-members/bulk-import', { form });
    expect(body).toMatchObject({ updated: 1, errors: [] });
    await becomesStale(crew);
  });

  test('its trade is inactive, so that its cards are not matched', async () => {
    const { trade, crew } = await arrange();
    await system.request('PUT', `/v1/crew-trades/${trade.id}`, { json: { isActive: false } });
    await becomesStale(crew);
  });

  test('the place, period, type or currency of its project', async () => {
    for (const json of [
      { quarter: 'Q2' },
      { province: 'Ontario' },
      { projectType: null },
      { currency: 'USD' },
    ]) {
      const { project, crew } = await arrange();
      await system.askProjects('PUT', `/v1/projects/${project.id}`, { json });
      await becomesStale(crew);
    }
  });

  test('a crew with locked rates too, which stays stale while they are locked', async () => {
    const { project, crew } = await arrange();
    await system.request('PUT', `${path}/${crew.id}`, { json: { ratesLocked: true } });
    await system.setIndirectCosts(project.id, { labour: { overhead: { percentage: 10 } } });
    await becomesStale(crew);
    const { body } = await system.request('PUT', `${path}/${crew.id}`, { json: { name: 'Locked' } });
    expect(body).toMatchObject({ status: 'stale', rates: crew.rates });
  });
});

describe('a service crew stays as it is', () => {
  test('when its service is approved, and when the change does not concern it', async () => {
    const { project, service, trade, card, crane, crew } = await arrange();
    const approved = await system.newService(project.id);
    const frozen = await system.newServiceCrew(project.id, approved.id, {
      labourMembers: [system.persons(trade)],
    });
    const status = { json: { status: 'approved' } };
    await system.askProjects('PUT', `/api/v1/services/${approved.id}`, status);
    await system.newCard(trade, { ...cardTerms, country: 'US', baseWage: 70 });
    await system.newCard(await system.newTrade());
    await system.request('PUT', `/v1/crew-members/${card.id}`, { json: { remarks: 'Seen' } });
    const catalogue = `/api/v1/equipment/${crane.equipmentCode}`;
    await system.askEquipment('PUT', catalogue, { json: { name: 'Crane 50 t' } });
    await system.newTag((await system.newProject()).id, crane.equipmentCode, { monthlyRate: 1 });
    await system.setIndirectCosts(project.id, { basisNotes: 'Of the tender' });
    await system.askProjects('PUT', `/v1/projects/${project.id}`, { json: { name: 'Renamed' } });
    await system.request('PUT', `/v1/crew-trades/${trade.id}`, { json: { description: 'Pipes' } });
    const last = await system.newServiceCrew(project.id, service.id, {
      labourMembers: [system.persons(trade)],
    });
    expect([(await read(crew)).status, (await read(last)).status]).toEqual(['complete', 'complete']);
    await system.setIndirectCosts(project.id, { labour: { overhead: { percentage: 10 } } });
    await becomesStale(crew);
    expect(await read(frozen)).toMatchObject({ status: 'complete', version: 1 });
  });
});

describe('POST /v1/projects/{projectId}/crew-rates of a service crew', () => {
  const calculate = (projectId: string, json: object) =>
    system.request('POST', `/v1/projects/${projectId}/crew-rates`, { json });

  test('takes the snapshot, with what the request says, unless refreshRates is true', async () => {
    const { project, card, crew } = await arrange();
    await system.setIndirectCosts(project.id, { labour: { overhead: { percentage: 10 } } });
    await system.request('PUT', `/v1/crew-members/${card.id}`, { json: { baseWage: 100 } });
    const given = { serviceCrewId: crew.id };
    const { body } = await calculate(project.id, given);
    expect(body).toMatchObject({ serviceCrewId: crew.id, crewCode: crew.crewCode, result: crew.rates });
    const { body: shorter } = await calculate(project.id, { ...given, workWeek: { daysPerWeek: 4 } });
    expect(shorter.result).toMatchObject({ manHours: 40, labourTotal: 2000 });
    const { body: fresh } = await calculate(project.id, { ...given, refreshRates: true });
    expect(fresh.labour.subtotals).toMatchObject({ L0: 5500, L2: 6050 });
    expect((await read(crew)).rates).toEqual(crew.rates);
  });

  test('takes the snapshot while no other service answers', async () => {
    const { project, crew } = await arrange();
    const { status, body } = await system.without('clients-projects', () =>
      system.without('equipment-wbs', () => calculate(project.id, { serviceCrewId: crew.id })),
    );
    expect([status, body.result]).toEqual([200, crew.rates]);
  });

  test('refuses an incomplete one, and one of another project', async () => {
    const { project, service, crew } = await arrange();
    const incomplete = await system.newServiceCrew(project.id, service.id, {
      labourMembers: [system.persons(await system.newTrade())],
    });
    const { status, body } = await calculate(project.id, { serviceCrewId: incomplete.id });
    expect([status, body.code, body.missing[0].reason]).toEqual([
      400,
      'NO_MATCHING_CREW_MEMBERS',
      'NO_CARD_FOR_TRADE',
    ]);
    const other = await system.newProject();
    expect((await calculate(other.id, { serviceCrewId: crew.id })).status).toBe(404);
  });
});

describe('crews go with what they belong to', () => {
  test('a deleted service, a deleted project', async () => {
    const { project, service, crew } = await arrange();
    const remaining = await system.newService(project.id, { status: 'completed' });
    const stored = await system.newServiceCrew(project.id, remaining.id);
    await system.askProjects('DELETE', `/api/v1/services/${service.id}`);
    await until(async () => (await system.request('GET', `${path}/${crew.id}`)).status === 404);
    expect((await system.request('GET', `${path}/${stored.id}`)).status).toBe(200);
    await system.askProjects('DELETE', `/v1/projects/${project.id}`);
    await until(async () => (await system.request('GET', `${path}/${stored.id}`)).status === 404);
  });

  test('equipment of crews of every kind cannot be deleted', async () => {
    const { crane, crew } = await arrange();
    const universal = await system.newCrew({
      equipmentMembers: [{ equipmentCode: crane.equipmentCode, quantity: 1 }],
    });
    const remove = () => system.askEquipment('DELETE', `/api/v1/equipment/${crane.equipmentCode}`);
    const { status, body } = await remove();
    expect([status, body.code]).toEqual([409, 'EQUIPMENT_IN_USE']);
    expect(body.blocking.items.map((one: Body) => one.id).sort()).toEqual([crew.id, universal.id].sort());
    await system.request('DELETE', `${path}/${crew.id}`);
    await system.request('DELETE', `/v1/crews/${universal.id}`);
    expect((await remove()).status).toBe(204);
  });
});
