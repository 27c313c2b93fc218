import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connectStore, type Store } from '@consulting/kernel/postgres';
import { fittingProfile } from '@consulting/mto-imports/domain/profile/fitting-profile';
import { sql } from 'drizzle-orm';
import {
  csvFile,
  endOf,
  type FormParts,
  type ImportTarget,
  importFile,
  linesOf,
  upload,
} from '../../support/import-file';
import { type ImportSystem, startImportSystem } from '../../support/import-system';
import { faultsOf, unknownId } from '../../support/takeoff-lines';

let system: ImportSystem;
let store: Store;

beforeAll(async () => {
  system = await startImportSystem();
  store = connectStore({ url: system.databaseUrl, schema: 'mto' });
});
afterAll(async () => {
  await store.close();
  await system.stop();
});

type Json = Record<string, unknown>;

const profiles = (method: string, path = '', json?: Json) =>
  system.mto.request(method, `/api/v1/import-profiles${path}`, { json });

let counter = 0;
async function profile(more: Json = {}) {
  const { status, body } = await profiles('POST', '', { name: `Profile ${++counter}`, ...more });
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
  return body;
}
const read = async (id: string) => (await profiles('GET', `/${id}`)).body;

function newTarget(clientId = system.records.addClient()) {
  const target = system.newTarget({ clientId });
  return { clientId, target };
}

const file = (headers: string, ...rows: string[]) => csvFile([headers, ...rows].join('\n'));
const bill = () => file('Item No.,Text,Menge,UOM', `1,Pipe ${++counter},2,m`, '2,Elbow,3,EA');
const run = async (target: ImportTarget, sent: File, parts: FormParts) => {
  const task = await importFile(system, target, sent, parts);
  return { task, lines: await linesOf(system, target) };
};

describe('POST /api/v1/mto/import/async with profileId', () => {
  test('200 applies mapping, defaults and discipline, and counts the use when the task is accepted', async () => {
    const { clientId, target } = newTarget();
    const { id, version } = await profile({
      clientId,
      discipline: 'piping',
      mapping: { menge: 'quantity', text: 'description' },
      defaults: { area: '100' },
    });
    const { task, lines } = await run(target, bill(), { profileId: id });
    expect([task.status, task.discipline]).toEqual(['completed', 'piping']);
    expect(lines.map(({ quantity, area }) => [quantity, area])).toEqual([
      [2, '100'],
      [3, '100'],
    ]);
    const used = await read(id);
    expect(used).toMatchObject({ useCount: 1, version, headers: ['itemno', 'text', 'menge', 'uom'] });
    expect(Date.parse(used.usedAt)).toBeGreaterThanOrEqual(Date.parse(String(task.createdAt)) - 1000);
  });

  test('200 what the form says wins, key by key in mapping and defaults', async () => {
    const { target } = newTarget();
    const { id } = await profile({
      discipline: 'civil',
      mapping: { menge: 'quantity', text: 'tag' },
      defaults: { area: '100', remarks: 'of the profile' },
    });
    const parts = {
      profileId: id,
      discipline: 'piping',
      mapping: { text: 'description' },
      defaults: { area: '200' },
    };
    const { lines } = await run(target, bill(), parts);
    expect(lines[1]).toMatchObject({
      discipline: 'piping',
      quantity: 3,
      description: 'Elbow',
      tag: null,
      area: '200',
      remarks: 'of the profile',
    });
  });

  test('200 the headers of its first file that stored rows stay; a dry run and a file whose rows fail tell none', async () => {
    const { target } = newTarget();
    const { id } = await profile({ discipline: 'piping', mapping: { menge: 'quantity' } });
    await run(target, bill(), { profileId: id, dryRun: true });
    await run(target, file('Item No.,Menge,UOM', '1,many,m'), { profileId: id });
    expect(await read(id)).toMatchObject({ headers: [], useCount: 2 });
    await run(target, file('Item No.,Menge,UOM', '1,1,m'), { profileId: id });
    await run(target, bill(), { profileId: id });
    expect(await read(id)).toMatchObject({ headers: ['itemno', 'menge', 'uom'], useCount: 4 });
  });

  test('404 an unknown profile, and one of another client, which is not counted', async () => {
    const { target } = newTarget();
    const { id } = await profile({ clientId: system.records.addClient() });
    for (const profileId of [unknownId, id]) {
      const { status, body } = await upload(system, target, bill(), { profileId });
      expect([status, body.resource]).toEqual([404, 'import profile']);
    }
    expect((await read(id)).useCount).toBe(0);
  });

  test('409 a refused upload is no use', async () => {
    const { target } = newTarget();
    const { id } = await profile({ discipline: 'piping', mapping: { menge: 'quantity' } });
    const sent = bill();
    await run(target, sent, { profileId: id });
    expect((await upload(system, target, sent, { profileId: id })).status).toBe(409);
    expect((await read(id)).useCount).toBe(1);
  });

  test('422 a profile whose fields the discipline of the form does not have, which is not counted', async () => {
    const { target } = newTarget();
    const { id } = await profile({
      discipline: 'piping',
      mapping: { size: 'nominalPipeSize' },
      defaults: { flangeWeldNeckCount: 2 },
    });
    const answer = await upload(system, target, bill(), { profileId: id, discipline: 'civil' });
    expect(faultsOf(answer)).toEqual(['profileId UNKNOWN_FIELD', 'profileId UNKNOWN_FIELD']);
    expect(answer.body.errors[0].message).toContain('mapping.size');
    expect((await read(id)).useCount).toBe(0);
  });
});

describe('POST /api/v1/mto/import/async with saveProfile', () => {
  const ofClient = async (clientId: string) => {
    const { body } = await profiles('GET', `?clientId=${clientId}&limit=100`);
    return body.data.filter((one: Json) => one.clientId === clientId);
  };

  test('200 keeps the parameters of a task that stored rows for the client of the project', async () => {
    const { clientId, target } = newTarget();
    const parts = {
      saveProfile: 'Bill',
      discipline: 'piping',
      mapping: { Menge: 'quantity' },
      defaults: { area: '100' },
      decimalSeparator: ',',
    };
    const { task } = await run(target, bill(), parts);
    const [saved, ...others] = await ofClient(clientId);
    expect(others).toEqual([]);
    expect(saved).toMatchObject({
      name: 'Bill',
      discipline: 'piping',
      mapping: { Menge: 'quantity' },
      defaults: { area: '100' },
      decimalSeparator: ',',
      headings: 'skip',
      totals: 'calculated',
      headers: ['itemno', 'text', 'menge', 'uom'],
      useCount: 0,
      usedAt: null,
      version: 1,
      createdBy: task.createdBy,
    });
    const again = await run(newTarget(clientId).target, bill(), { profileId: saved.id });
    expect(again.lines.map(({ quantity }) => quantity)).toEqual([2, 3]);
  });

  test('200 changes the profile of the client with that name, case ignored, not those of others', async () => {
    const { clientId, target } = newTarget();
    const mine = await profile({ clientId, name: 'Bill of quantities', mapping: { old: 'tag' } });
    const other = await profile({ clientId: system.records.addClient(), name: 'Bill of quantities' });
    const parts = { saveProfile: 'BILL of quantities', discipline: 'piping', mapping: { menge: 'quantity' } };
    await run(target, bill(), parts);
    const changed = await read(mine.id);
    expect(changed).toMatchObject({
      name: 'Bill of quantities',
      discipline: 'piping',
      version: 2,
      headers: ['itemno', 'text', 'menge', 'uom'],
    });
    expect(changed.mapping).toEqual({ menge: 'quantity' });
    expect(await read(other.id)).toEqual(other);
    await run(target, bill(), parts);
    expect(await read(mine.id)).toEqual(changed);
    expect(await ofClient(clientId)).toHaveLength(1);
  });

  test('200 with a profile that is applied, keeps what counted in the end', async () => {
    const { clientId, target } = newTarget();
    const { id } = await profile({ discipline: 'piping', mapping: { menge: 'quantity', text: 'tag' } });
    await run(target, bill(), { profileId: id, saveProfile: 'Mine', mapping: { text: 'description' } });
    const [saved] = await ofClient(clientId);
    expect(saved).toMatchObject({
      discipline: 'piping',
      mapping: { menge: 'quantity', text: 'description' },
    });
  });

  test('200 nothing is kept by a dry run, a survey, a file whose rows all failed or all changed nothing', async () => {
    const { clientId, target } = newTarget();
    const parts = { saveProfile: 'None', discipline: 'piping', mapping: { menge: 'quantity' } };
    const rows = bill();
    await run(target, rows, { ...parts, dryRun: true });
    await run(target, file('Item No.,Menge,UOM', '1,many,m'), parts);
    await run(target, rows, { ...parts, saveProfile: undefined });
    const { task } = await run(target, rows, { ...parts, mode: 'upsert', force: true });
    expect(task.result).toMatchObject({ imported: 0, updated: 0, skipped: 2 });
    const { body } = await upload(system, target, rows, { ...parts, survey: true });
    await endOf(system, body.taskId);
    expect(await ofClient(clientId)).toEqual([]);
  });

  test('200 two imports that save one name at once leave one profile', async () => {
    const { clientId, target } = newTarget();
    const parts = { saveProfile: 'Both', discipline: 'piping', mapping: { menge: 'quantity' } };
    const tasks = await Promise.all(
      [bill(), bill(), bill()].map((sent) => importFile(system, target, sent, parts)),
    );
    expect(tasks.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    expect(await ofClient(clientId)).toHaveLength(1);
  });

  test('200 nothing is kept for a client that is gone', async () => {
    const { clientId, target } = newTarget();
    system.records.clients.delete(clientId);
    const { task } = await run(target, bill(), { saveProfile: 'Late', discipline: 'piping' });
    expect(task.status).not.toBe('cancelled');
    expect(await ofClient(clientId)).toEqual([]);
  });
});

describe('the profile that fits a file', () => {
  const client = () => system.records.addClient();
  const fitting = (clientId: string, headers: string[]) => fittingProfile(store.db, clientId, headers);
  const known = async (headers: string[], more: Json = {}) => {
    const made = await profile(more);
    await store.db.execute(
      sql`update import_profile set headers = ${JSON.stringify(headers)}::text::jsonb where id = ${made.id}`,
    );
    return made.id as string;
  };
  const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

  test('has at least 80 % of its headers in the file', async () => {
    const clientId = client();
    const id = await known(names('fit', 10), { clientId });
    expect(await fitting(clientId, names('FIT ', 8))).toMatchObject({ id, share: 0.8 });
    expect(await fitting(clientId, names('Fit ', 7))).toBeNull();
    expect(await fitting(clientId, [])).toBeNull();
  });

  test('is the one with the most in common, of the client before one of everyone', async () => {
    const clientId = client();
    const headers = names(`x${++counter}y`, 20);
    await known(headers.slice(0, 3), { clientId });
    const open = await known(headers.slice(0, 19));
    expect((await fitting(clientId, headers))?.id).toBe(open);
    const own = await known(headers.slice(0, 19), { clientId });
    expect((await fitting(clientId, headers))?.id).toBe(own);
    expect((await fitting(client(), headers))?.id).toBe(open);
  });

  test('is never one of another client or one whose headers are not known', async () => {
    const headers = names(`z${++counter}y`, 5);
    await known(headers, { clientId: client() });
    const clientId = client();
    await profile({ clientId });
    expect(await fitting(clientId, headers)).toBeNull();
  });
});
