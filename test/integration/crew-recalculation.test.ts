import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CrewSystem, commonCrewSystem, freshCode, until } from '../support/crew-system';
import type { Answer } from '../support/system';

type Body = Answer['body'];

let system: CrewSystem;

beforeAll(async () => {
  system = await commonCrewSystem();
});
afterAll(() => system.stop());

const path = '/api/v1/service-crews';
const read = async ({ id }: Body): Promise<Body> => (await system.askLines('GET', `/api/v1/mto/${id}`)).body;
const put = async ({ id }: Body, json: object): Promise<Body> =>
  (await system.request('PUT', `${path}/${id}`, { json })).body;

/** A service with a crew that costs 55 per man-hour, and ways to lines of it. */
async function arrange(crewCode = freshCode('Crew')) {
  const project = await system.newProject();
  const service = await system.newService(project.id);
  const trade = await system.newTrade();
  const card = await system.newCard(trade);
  const json = { crewCode, labourMembers: [system.persons(trade, 2)] };
  const newCrew = () => system.newServiceCrew(project.id, service.id, json);
  const newLine = (more: Body = {}) =>
    system.newLine(project.id, service.id, { crewCode, quantity: 10, unitManHours: 2, ...more });
  const setWage = (baseWage: number) =>
    system.request('PUT', `/v1/crew-members/${card.id}`, { json: { baseWage } });
  return { project, service, trade, crewCode, newCrew, newLine, setWage };
}

const rateOf = async (line: Body) => {
  const { labourRate, labourRateSource, crewRateMatched, crewSize } = await read(line);
  return [labourRate, labourRateSource, crewRateMatched, crewSize];
};

describe('takeoff lines follow the rates of their crew', () => {
  test('are recalculated when the rates change, once, and those with a rate entered by hand are not', async () => {
    const { crewCode, newCrew, newLine, setWage } = await arrange();
    const crew = await newCrew();
    const line = await newLine({ crewCode: crewCode.toUpperCase() });
    const manual = await newLine({ labourRate: 10 });
    const other = await newLine({ crewCode: 'OTHER' });
    expect(await rateOf(line)).toEqual([55, 'crew', true, 2]);
    await setWage(100);
    expect((await put(crew, { name: 'Dearer' })).rates.labourRatePerManHour).toBe(110);
    await until(async () => (await read(line)).labourRate === 110);
    const after = await read(line);
    expect(after).toMatchObject({
      version: line.version + 1,
      labourRateBasis: 'all-in-with-indirects',
      updatedBy: 'tester',
    });
    expect(after.labourCost).toBe(2 * line.labourCost);
    expect(after.totalCost).toBe(2 * line.totalCost);
    expect(await read(manual)).toEqual(manual);
    expect(await read(other)).toEqual(other);
  });

  test('take the rates of a crew that is created after them', async () => {
    const { newCrew, newLine } = await arrange();
    const line = await newLine();
    const manual = await newLine({ labourRate: 10 });
    expect(await rateOf(line)).toEqual([null, null, false, null]);
    await newCrew();
    await until(async () => (await read(line)).crewRateMatched);
    expect(await rateOf(line)).toEqual([55, 'crew', true, 2]);
    expect(await rateOf(manual)).toEqual([10, 'manual', true, null]);
  });

  test('keep their last rates when the crew becomes incomplete', async () => {
    const { trade, newCrew, newLine } = await arrange();
    const crew = await newCrew();
    const line = await newLine();
    const unpriced = await system.newTrade();
    const members = [system.persons(trade, 2), system.persons(unpriced)];
    expect((await put(crew, { labourMembers: members })).status).toBe('incomplete');
    await until(async () => (await read(line)).crewSize === 3);
    expect(await rateOf(line)).toEqual([55, 'crew', true, 3]);
  });

  test('keep their last rates as manual ones when the crew is deleted', async () => {
    const { newCrew, newLine } = await arrange();
    const crew = await newCrew();
    const line = await newLine();
    const manual = await newLine({ labourRate: 10 });
    expect((await system.request('DELETE', `${path}/${crew.id}`)).status).toBe(204);
    await until(async () => !(await read(line)).crewRateMatched);
    expect(await rateOf(line)).toEqual([55, 'manual', false, 2]);
    expect(await rateOf(manual)).toEqual([10, 'manual', false, null]);
    expect((await read(line)).totalCost).toBe(line.totalCost);
  });

  test('all crews of a service deleted at once', async () => {
    const { service, newCrew, newLine } = await arrange();
    await newCrew();
    const line = await newLine();
    await system.request('DELETE', `${path}/service/${service.id}/all`);
    await until(async () => !(await read(line)).crewRateMatched);
    expect(await rateOf(line)).toEqual([55, 'manual', false, 2]);
  });

  test('of a service only, however many there are', async () => {
    const { project, service, crewCode, newCrew, newLine, setWage } = await arrange();
    const crew = await newCrew();
    const line = await newLine();
    const elsewhere = await system.newService(project.id);
    const unmatched = await system.newLine(project.id, elsewhere.id, { crewCode });
    const copies = 2500;
    const columns = await system.sql`
      select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
      where table_schema = 'mto' and table_name = 'takeoff_line' and column_name not in ('id', 'in_totals') and is_generated = 'NEVER'`;
    const list = columns[0]?.list as string;
    await system.sql.unsafe(`
      insert into mto.takeoff_line (id, ${list})
      select gen_random_uuid(), ${list} from mto.takeoff_line, generate_series(1, ${copies}) where id = '${line.id}'`);
    await setWage(100);
    await put(crew, { name: 'Dearer' });
    const count = async (rate: number) => {
      const [row] = await system.sql`
        select count(*)::int as count from mto.takeoff_line
        where service_id = ${service.id} and labour_rate = ${rate} and total_cost = ${(rate * line.totalCost) / 55}`;
      return row?.count;
    };
    await until(async () => (await count(110)) === copies + 1);
    expect(await read(unmatched)).toEqual(unmatched);
  });

  test('an event that is delivered again changes nothing', async () => {
    const { service, newCrew, newLine, setWage } = await arrange();
    const crew = await newCrew();
    const line = await newLine();
    await setWage(100);
    await put(crew, { name: 'Dearer' });
    await until(async () => (await read(line)).labourRate === 110);
    const [sent] = await system.sql`
      select id, subject, payload from crews_rates.outbox
      where payload ->> 'serviceId' = ${service.id} order by position desc limit 1`;
    await system.bus.publish(sent?.subject, sent?.payload, crypto.randomUUID());
    await system.bus.publish(sent?.subject, sent?.payload, sent?.id);
    const marker = await system.newServiceCrew(line.projectId, service.id, { crewCode: 'MARK' });
    const waiting = await newLine({ crewCode: marker.crewCode });
    await put(marker, { labourMembers: crew.labourMembers });
    await until(async () => (await read(waiting)).labourRate === 110);
    expect((await read(line)).version).toBe(line.version + 1);
  });
});

test('a code is not renamed behind the back of a line that is being written', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { service, project, crewCode, newCrew } = await arrange();
    const crew = await newCrew();
    const json = {
      projectId: project.id,
      serviceId: service.id,
      discipline: 'piping',
      quantity: 1,
      crewCode,
    };
    const [written, renamed] = await Promise.all([
      system.askLines('POST', '/api/v1/mto', { json }),
      system.request('PUT', `${path}/${crew.id}`, { json: { crewCode: freshCode('New') } }),
    ]);
    const took = written.status === 201 && (await read(written.body)).labourRate !== null;
    expect(took ? 409 : 200).toBe(renamed.status);
  }
});
