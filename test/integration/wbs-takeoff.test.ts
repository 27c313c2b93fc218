import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { wbsCodesChanged } from '@consulting/kernel/contracts/equipment-wbs';
import { getWbsUsage } from '@consulting/kernel/contracts/mto';
import { lockName } from '@consulting/kernel/postgres/database/reference';
import { newLineId } from '@consulting/mto-engine/line/line-id';
import { freshCode, until } from '../support/project-system';
import { commonWbsSystem, type WbsSystem } from '../support/wbs-system';

let system: WbsSystem;

beforeAll(async () => {
  system = await commonWbsSystem();
});
afterAll(() => system.stop());

const pathOf = (wbsId: string) => `/api/v1/wbs/${wbsId}`;

/** Returns when the line tells that its code is known, or that it is not. */
const becomes = (mtoId: string, wbsMatched: boolean) =>
  until(async () => (await system.getLine(mtoId)).wbsMatched === wbsMatched);

async function site() {
  const projectId = await system.newProject();
  return { projectId, ...(await system.takeoffOf(projectId)) };
}

describe('wbsMatched of takeoff lines', () => {
  test('follows an item of the project that appears, whatever the case of its code, and only there', async () => {
    const [here, elsewhere] = [await site(), await site()];
    const code = freshCode('W-');
    const lines = [await here.newLine(code), await here.newLine(code.toLowerCase())];
    const others = [await here.newLine(`${code}-1`), await elsewhere.newLine(code)];
    expect(lines.map(({ wbsMatched }) => wbsMatched)).toEqual([false, false]);
    await system.newItem({ projectId: here.projectId, wbsCode: code });
    for (const { mtoId } of lines) await becomes(mtoId, true);
    expect(await system.getLine(lines[0].mtoId)).toMatchObject({ version: 2, updatedBy: 'tester' });
    for (const { mtoId } of others)
      expect(await system.getLine(mtoId)).toMatchObject({ wbsMatched: false, version: 1 });
  });

  test('follows a renamed item to lines that carry the new code', async () => {
    const { projectId, newLine } = await site();
    const item = await system.newItem({ projectId });
    const line = await newLine(`${item.wbsCode}-1`);
    const json = { wbsCode: `${item.wbsCode}-1` };
    expect((await system.request('PUT', pathOf(item.wbsId), { json })).status).toBe(200);
    await becomes(line.mtoId, true);
  });

  test('follows universal items in every project, unless the project has the code itself', async () => {
    const [first, second] = [await site(), await site()];
    const code = freshCode('W-');
    const lines = [await first.newLine(code), await second.newLine(code)];
    const { wbsId } = await system.newItem({ wbsCode: code });
    for (const { mtoId } of lines) await becomes(mtoId, true);
    await system.newItem({ projectId: second.projectId, wbsCode: code });
    expect((await system.request('DELETE', pathOf(wbsId))).status).toBe(204);
    await becomes(lines[0].mtoId, false);
    expect(await system.getLine(lines[1].mtoId)).toMatchObject({ wbsMatched: true, version: 2 });
  });

  test('is asked of the owner when an event is handled, so that an old or repeated event does no harm', async () => {
    const { projectId, newLine } = await site();
    const { wbsCode } = await system.newItem({ projectId });
    const [known, unknown] = [await newLine(wbsCode), await newLine(freshCode('W-'))];
    const codes = { projectId, wbsCodes: [wbsCode, unknown.wbsCode] };
    const last = await newLine(freshCode('W-'));
    for (let times = 0; times < 3; times++)
      await system.bus.publish(wbsCodesChanged.subject, codes, crypto.randomUUID());
    await system.newItem({ projectId, wbsCode: last.wbsCode });
    await becomes(last.mtoId, true);
    expect(await system.getLine(known.mtoId)).toMatchObject({ wbsMatched: true, version: 1 });
    expect(await system.getLine(unknown.mtoId)).toMatchObject({ wbsMatched: false, version: 1 });
  });

  test('is made good when mto was away', async () => {
    const { projectId, newLine } = await site();
    const line = await newLine(freshCode('W-'));
    await system.withoutTakeoff(() => system.newItem({ projectId, wbsCode: line.wbsCode }));
    await becomes(line.mtoId, true);
  });

  test('of a line whose writer was told before the item came is made good after its commit', async () => {
    const { projectId, serviceId, newLine } = await site();
    const code = freshCode('W-');
    const lineId = newLineId(projectId);
    const earlier = await newLine(code);
    const writer = await system.sql.reserve();
    try {
      await writer`begin`;
      for (const id of [projectId, 'any'])
        await writer`select pg_advisory_xact_lock_shared(hashtextextended(${`mto.${lockName('writers', 'wbs', id)}`}, 0))`;
      await system.newItem({ projectId, wbsCode: code });
      const other = await newLine(freshCode('W-'));
      expect((await system.getLine(earlier.mtoId)).wbsMatched).toBe(false);
      expect(other.wbsMatched).toBe(false);
      await writer`insert into mto.takeoff_line (id, project_id, service_id, discipline, quantity, wbs_code, created_by, updated_by)
        values (${lineId}, ${projectId}, ${serviceId}, 'civil', 1, ${code}, 'writer', 'writer')`;
      await writer`commit`;
    } finally {
      writer.release();
    }
    await becomes(lineId, true);
    await becomes(earlier.mtoId, true);
  });
});

describe('usage of a WBS code', () => {
  test('waits for a writer in flight, without keeping others waiting', async () => {
    const { projectId, serviceId, newLine } = await site();
    const { wbsId, wbsCode } = await system.newItem({ projectId });
    const writer = await system.sql.reserve();
    try {
      await writer`begin`;
      await writer`select pg_advisory_xact_lock_shared(hashtextextended(${`mto.${lockName('writers', 'wbs', projectId)}`}, 0))`;
      const removal = system.request('DELETE', pathOf(wbsId));
      await newLine(freshCode('W-'));
      await writer`insert into mto.takeoff_line (id, project_id, service_id, discipline, quantity, wbs_code, created_by, updated_by)
        values (gen_random_uuid(), ${projectId}, ${serviceId}, 'civil', 1, ${wbsCode}, 'writer', 'writer')`;
      await writer`commit`;
      const { status, body } = await removal;
      expect([status, body.code, body.blocking.count]).toEqual([409, 'WBS_IN_USE', 1]);
    } finally {
      writer.release();
    }
  });

  test('is unknown while a long write goes on: 503, and the item stays', async () => {
    const { projectId } = await site();
    const { wbsId } = await system.newItem({ projectId });
    const writer = await system.sql.reserve();
    try {
      await writer`begin`;
      await writer`select pg_advisory_xact_lock_shared(hashtextextended(${`mto.${lockName('writers', 'wbs', projectId)}`}, 0))`;
      const { status, body } = await system.request('DELETE', pathOf(wbsId));
      expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
      await writer`commit`;
    } finally {
      writer.release();
    }
    expect((await system.request('DELETE', pathOf(wbsId))).status).toBe(204);
  });

  test('of any project leaves out those that are named', async () => {
    const [first, second] = [await site(), await site()];
    const wbsCode = freshCode('W-');
    const line = await first.newLine(wbsCode);
    await second.newLine(wbsCode);
    const usage = (exceptProjectIds: string[]) =>
      system.bus.ask(getWbsUsage, { projectId: null, wbsCode: wbsCode.toLowerCase(), exceptProjectIds });
    expect((await usage([])).count).toBe(2);
    expect(await usage([second.projectId])).toEqual({
      count: 1,
      items: [{ id: line.id, code: null, name: null }],
    });
  });
});
