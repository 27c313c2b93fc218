import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { projectDeleted, serviceDeleted } from '@consulting/kernel/contracts/clients-projects';
import { countPricedLines, getServiceTotals, getSubcontractorUsage } from '@consulting/kernel/contracts/mto';
import { lockName } from '@consulting/kernel/postgres/database/reference';
import postgres, { type Sql } from 'postgres';
import { commonTakeoffSystem, type TakeoffSystem, until } from '../support/takeoff-system';

let system: TakeoffSystem;
let sql: Sql;

beforeAll(async () => {
  system = await commonTakeoffSystem();
  sql = postgres(system.databaseUrl, { max: 2 });
});

afterAll(async () => {
  await sql.end();
  await system.stop();
});

async function create(projectId: string, serviceId: string, more: Record<string, unknown> = {}) {
  const json = { projectId, serviceId, discipline: 'civil', quantity: 1, ...more };
  const { status, body } = await system.mto.request('POST', '/api/v1/mto', { json });
  expect(status).toBe(201);
  return body;
}

async function count(projectId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from mto.takeoff_line where project_id = ${projectId}`;
  return row?.count ?? 0;
}

/** Whether somebody in this database looks for the holders of a lock, and so waits for them. */
async function isWaiting(): Promise<boolean> {
  const rows = await sql`
    select 1 from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database() and query like '%virtualtransaction as holder%'`;
  return rows.length > 0;
}

describe('lines go with their owner', () => {
  test('of a deleted service, and only these', async () => {
    const projectId = system.records.addProject();
    const [gone, stored] = [system.records.addService(projectId), system.records.addService(projectId)];
    await create(projectId, gone);
    await create(projectId, stored);
    const event = { projectId, serviceId: gone };
    await system.bus.publish(serviceDeleted.subject, event, crypto.randomUUID());
    await until(async () => (await count(projectId)) === 1);
    const { body } = await system.mto.request('GET', `/api/v1/mto?projectId=${projectId}`);
    expect(body.data).toMatchObject([{ serviceId: stored }]);
  });

  test('of a deleted project, once for an event that comes twice', async () => {
    const projectId = system.records.addProject();
    const serviceId = system.records.addService(projectId);
    await create(projectId, serviceId);
    const id = crypto.randomUUID();
    await system.bus.publish(projectDeleted.subject, { projectId }, id);
    await until(async () => (await count(projectId)) === 0);
    await system.bus.publish(projectDeleted.subject, { projectId }, id);
    const handled =
      await sql`select 1 from mto.inbox where event_id = ${id} and consumer = 'mto-lines-of-project'`;
    expect(handled.length).toBe(1);
  });

  test('an event waits for a writer that validated its service before, and takes its line too', async () => {
    const projectId = system.records.addProject();
    const serviceId = system.records.addService(projectId);
    const line = await create(projectId, serviceId);
    const writer = await sql.reserve();
    try {
      await writer`begin`;
      const locked = `mto.${lockName('writers', 'service', serviceId)}`;
      await writer`select pg_advisory_xact_lock_shared(hashtextextended(${locked}, 0))`;
      await system.bus.publish(serviceDeleted.subject, { projectId, serviceId }, crypto.randomUUID());
      await until(isWaiting);
      await writer`insert into mto.takeoff_line (id, project_id, service_id, discipline, quantity, created_by, updated_by)
        values (gen_random_uuid(), ${projectId}, ${serviceId}, 'civil', 1, 'writer', 'writer')`;
      await writer`commit`;
    } finally {
      writer.release();
    }
    await until(async () => (await count(projectId)) === 0);
    expect((await system.mto.request('GET', `/api/v1/mto/${line.mtoId}`)).status).toBe(404);
  });
});

describe('usage of a subcontractor', () => {
  test('counts all lines and names twenty in the order of the takeoff', async () => {
    const projectId = system.records.addProject();
    const serviceId = system.records.addService(projectId);
    const subcontractorId = system.records.addSubcontractor(projectId);
    for (let item = 25; item >= 1; item--)
      await create(projectId, serviceId, {
        subcontractorId,
        itemNumber: item,
        tag: `T-${item}`,
        description: 'Fill',
      });
    await create(projectId, serviceId);
    const usage = await system.bus.ask(getSubcontractorUsage, { projectId, subcontractorId });
    expect(usage.count).toBe(25);
    expect(usage.items.map(({ code }) => code)).toEqual(
      Array.from({ length: 20 }, (_, index) => `T-${index + 1}`),
    );
    expect(usage.items[0]).toEqual({ id: expect.any(String), code: 'T-1', name: 'Fill' });
  });

  test('is nothing for another project', async () => {
    const projectId = system.records.addProject();
    const subcontractorId = system.records.addSubcontractor(projectId);
    await create(projectId, system.records.addService(projectId), { subcontractorId });
    const usage = await system.bus.ask(getSubcontractorUsage, {
      projectId: system.records.addProject(),
      subcontractorId,
    });
    expect(usage).toEqual({ count: 0, items: [] });
  });
});

describe('questions of other services', () => {
  test('totals of a service with decimals as text and the blocks of the summary', async () => {
    const projectId = system.records.addProject();
    const serviceId = system.records.addService(projectId);
    await create(projectId, serviceId, { fixedManHours: 1.5, totalCost: 10.25 });
    await create(projectId, serviceId, { totalCost: 0.1, status: 'approved' });
    await create(projectId, serviceId, { totalCost: 5, status: 'void' });
    await create(projectId, system.records.addService(projectId), { totalCost: 7 });
    const { totals, byDiscipline } = await system.bus.ask(getServiceTotals, { serviceId });
    expect(totals).toMatchObject({ itemCount: 2, totalManHours: '1.5', totalCost: '10.35' });
    const path = `/api/v1/mto/project/${projectId}/summary?serviceId=${serviceId}`;
    expect(byDiscipline).toEqual((await system.mto.request('GET', path)).body.byDiscipline);
  });

  test('totals of a service without lines are zero', async () => {
    const none = await system.bus.ask(getServiceTotals, { serviceId: crypto.randomUUID() });
    expect(none).toMatchObject({ totals: { itemCount: 0, totalCost: '0' }, byDiscipline: [] });
  });

  test('lines that carry a cost', async () => {
    const projectId = system.records.addProject();
    const serviceId = system.records.addService(projectId);
    for (const more of [{}, { totalCost: 5 }, { specialEquipmentCost: -5 }])
      await create(projectId, serviceId, more);
    expect(await system.bus.ask(countPricedLines, { projectId })).toEqual({ count: 2 });
  });
});
