import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientDeleted } from '@consulting/kernel/contracts/clients-projects';
import postgres, { type Sql } from 'postgres';
import { faultsOf, unknownId } from '../../support/takeoff-lines';
import { startTakeoffSystem, type TakeoffSystem, until } from '../../support/takeoff-system';

let system: TakeoffSystem;
let sql: Sql;

beforeAll(async () => {
  system = await startTakeoffSystem();
  sql = postgres(system.databaseUrl, { max: 2, onnotice: () => {} });
});
afterAll(async () => {
  await sql.end();
  await system.stop();
});

type Json = Record<string, unknown>;
type Options = { json?: unknown; headers?: Record<string, string> };

const call = (method: string, path = '', options: Options = {}) =>
  system.mto.request(method, `/api/v1/import-profiles${path}`, options);
const post = (json: Json) => call('POST', '', { json });

let counter = 0;
const freshName = () => `Profile ${++counter}`;

async function stored(more: Json = {}) {
  const { status, body } = await post({ name: freshName(), ...more });
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
  return body;
}

const whole = {
  discipline: 'piping',
  mapping: { 'qty (net)': 'quantity', '[e]': 'description', 'boq![f]': null },
  defaults: { unitOfMeasure: 'm' },
  headings: 'area',
  normaliseUnits: true,
  fillBlanks: true,
  convertCurrency: true,
  decimalSeparator: ',',
  totals: 'file',
};

describe('GET /api/v1/import-profiles', () => {
  test('200 in the envelope, newest first, cut by skip and limit', async () => {
    const search = `Paged ${crypto.randomUUID()}`;
    const ids: string[] = [];
    for (const end of ['a', 'b', 'c']) ids.unshift((await stored({ name: `${search} ${end}` })).id);
    const { status, body } = await call('GET', `?search=${search.toUpperCase()}&skip=1&limit=1`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, skip: 1, limit: 1, hasMore: true });
    expect(body.data.map(({ id }: Json) => id)).toEqual([ids[1]]);
  });

  test('200 search takes % and _ as they are', async () => {
    const profile = await stored({ name: '100%_sure' });
    const { body } = await call('GET', `?search=${encodeURIComponent('%_s')}`);
    expect(body.data.map(({ id }: Json) => id)).toEqual([profile.id]);
  });

  test('200 clientId: what projects of the client may use, its own profiles and those of everyone', async () => {
    const [clientId, other] = [system.records.addClient(), system.records.addClient()];
    const search = crypto.randomUUID();
    const own = await stored({ name: `own ${search}`, clientId });
    await stored({ name: `other ${search}`, clientId: other });
    const open = await stored({ name: `open ${search}` });
    const { body } = await call('GET', `?search=${search}&clientId=${clientId}`);
    expect(body.data.map(({ id }: Json) => id)).toEqual([open.id, own.id]);
    const unknown = await call('GET', `?search=${search}&clientId=${unknownId}`);
    expect(unknown.body.data.map(({ id }: Json) => id)).toEqual([open.id]);
  });

  test('200 discipline: the profiles of it and those of no discipline', async () => {
    const search = crypto.randomUUID();
    const piping = await stored({ name: `p ${search}`, discipline: 'piping' });
    await stored({ name: `c ${search}`, discipline: 'civil' });
    const any = await stored({ name: `a ${search}` });
    const { body } = await call('GET', `?search=${search}&discipline=piping`);
    expect(body.data.map(({ id }: Json) => id)).toEqual([any.id, piping.id]);
  });

  test('422 all faults of the query at once', async () => {
    const answer = await call('GET', '?clientId=C-1&discipline=plumbing&limit=101&skip=-1&colour=red');
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual([
      'clientId FORMAT',
      'colour UNKNOWN_FIELD',
      'discipline ENUM',
      'limit MAX',
      'skip MIN',
    ]);
  });
});

describe('POST /api/v1/import-profiles', () => {
  test('201 with every key and an ETag; header texts stay as they were typed', async () => {
    const clientId = system.records.addClient();
    const mapping = { ' Qty (net) ': 'quantity', '[E]': 'description', 'BOQ![F]': null };
    const name = freshName();
    const { status, headers, body } = await post({ ...whole, name, clientId, mapping });
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    const asTyped = { 'Qty (net)': 'quantity', '[E]': 'description', 'BOQ![F]': null };
    expect(body).toMatchObject({
      ...whole,
      mapping: asTyped,
      name,
      clientId,
      headers: [],
      usedAt: null,
      useCount: 0,
    });
    expect(body.profileId).toBe(body.id);
    expect((await call('GET', `/${body.id}`)).body).toEqual(body);
  });

  test('201 with a name alone: for everyone, with the defaults of an import', async () => {
    expect(await stored()).toMatchObject({
      clientId: null,
      discipline: null,
      mapping: {},
      defaults: {},
      headings: 'skip',
      normaliseUnits: false,
      fillBlanks: false,
      convertCurrency: false,
      decimalSeparator: null,
      totals: 'calculated',
    });
  });

  test('201 headers, usedAt and useCount are accepted and ignored', async () => {
    const read = { headers: ['qty'], usedAt: '2025-07-21T12:00:00.000Z', useCount: 9, version: 7 };
    expect(await stored(read)).toMatchObject({ headers: [], usedAt: null, useCount: 0, version: 1 });
  });

  test('201 the same name for another client and for everyone', async () => {
    const name = freshName();
    for (const clientId of [system.records.addClient(), system.records.addClient(), null])
      await stored({ name, clientId });
  });

  test('404 a client that does not exist', async () => {
    const { status, body } = await post({ name: freshName(), clientId: unknownId });
    expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', 'client']);
  });

  test('409 CODE_EXISTS for a name of the client, or of everyone, case ignored', async () => {
    for (const clientId of [system.records.addClient(), null]) {
      const { name } = await stored({ clientId });
      const { status, body } = await post({ name: name.toUpperCase(), clientId });
      expect([status, body.code, body.field]).toEqual([409, 'CODE_EXISTS', 'name']);
    }
  });

  test('422 all faults at once, by the place in the body', async () => {
    const answer = await post({
      name: 'x'.repeat(121),
      clientId: 'C-1',
      discipline: 'piping',
      mapping: { qty: 'pumpType', '': 'quantity', cost: 7, area: 'labourCost' },
      defaults: { projectId: unknownId, quantity: 'many' },
      headings: 'quantity',
      fillBlanks: 'yes',
      decimalSeparator: ';',
      totals: 'mine',
      colour: 'red',
    });
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual([
      'clientId FORMAT',
      'colour UNKNOWN_FIELD',
      'decimalSeparator ENUM',
      'defaults.projectId READ_ONLY',
      'defaults.quantity TYPE',
      'fillBlanks TYPE',
      'headings TYPE',
      'mapping. FORMAT',
      'mapping.area READ_ONLY',
      'mapping.cost TYPE',
      'mapping.qty UNKNOWN_FIELD',
      'name MAX_LENGTH',
      'totals ENUM',
    ]);
  });

  test('422 without a name, and for a mapping or defaults that are no object or have more than 1,000 keys', async () => {
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`column ${at}`, null]));
    expect(faultsOf(await post({ name: ' ', mapping: many, defaults: [] }))).toEqual([
      'defaults TYPE',
      'mapping MAX_LENGTH',
      'name REQUIRED',
    ]);
  });

  test('503 for a client while its owner does not answer; a profile of everyone is created', async () => {
    const clientId = system.records.addClient();
    await system.without('clients-projects', async () => {
      const { status, body } = await post({ name: freshName(), clientId });
      expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
      await stored();
    });
  });
});

describe('GET /api/v1/import-profiles/{profileId}', () => {
  test('200 with its ETag', async () => {
    const profile = await stored(whole);
    const { status, headers, body } = await call('GET', `/${profile.id}`);
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(body).toEqual(profile);
  });

  test('404 an unknown profile, also of an identifier that is no UUID', async () => {
    for (const id of [unknownId, 'boq']) expect((await call('GET', `/${id}`)).status).toBe(404);
  });
});

describe('PUT /api/v1/import-profiles/{profileId}', () => {
  test('200 merges: the mapping whole, defaults key by key with null taking one away', async () => {
    const { id } = await stored({ ...whole, defaults: { unitOfMeasure: 'm', area: '100' } });
    const json = { mapping: { menge: 'quantity' }, defaults: { area: null, tag: 'T' }, totals: null };
    const { status, headers, body } = await call('PUT', `/${id}`, { json });
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect(body).toMatchObject({
      ...whole,
      mapping: { menge: 'quantity' },
      totals: 'calculated',
      version: 2,
    });
    expect(body.mapping).toEqual({ menge: 'quantity' });
    expect(body.defaults).toEqual({ unitOfMeasure: 'm', tag: 'T' });
  });

  test('200 what was read sent back changes nothing and keeps the version', async () => {
    const profile = await stored({ ...whole, clientId: system.records.addClient() });
    const { status, body } = await call('PUT', `/${profile.id}`, { json: profile });
    expect([status, body]).toEqual([200, profile]);
  });

  test('200 from one client to another and to everyone', async () => {
    const { id } = await stored({ clientId: system.records.addClient() });
    for (const clientId of [system.records.addClient(), null])
      expect((await call('PUT', `/${id}`, { json: { clientId } })).body.clientId).toBe(clientId);
  });

  test('404 an unknown profile or client', async () => {
    expect((await call('PUT', `/${unknownId}`, { json: { name: 'A' } })).body.resource).toBe(
      'import profile',
    );
    const { id } = await stored();
    const { status, body } = await call('PUT', `/${id}`, { json: { clientId: unknownId } });
    expect([status, body.resource]).toEqual([404, 'client']);
  });

  test('409 CODE_EXISTS for the name of another, also where a client makes it so', async () => {
    const clientId = system.records.addClient();
    const { name } = await stored({ clientId });
    const open = await stored({ name });
    const own = await stored({ clientId });
    for (const [id, json] of [
      [own.id, { name: name.toLowerCase() }],
      [open.id, { clientId }],
    ]) {
      const { status, body } = await call('PUT', `/${id}`, { json });
      expect([status, body.code]).toEqual([409, 'CODE_EXISTS']);
    }
  });

  test('412 for a version that is no longer the present one changes nothing', async () => {
    const { id } = await stored();
    const name = freshName();
    const renamed = await call('PUT', `/${id}`, { json: { name }, headers: { 'if-match': '"1"' } });
    expect(renamed.status).toBe(200);
    const late = await call('PUT', `/${id}`, { json: { name: 'Late' }, headers: { 'if-match': '"1"' } });
    expect([late.status, late.body.code]).toEqual([412, 'VERSION_MISMATCH']);
    expect((await call('GET', `/${id}`)).body.name).toBe(name);
  });

  test('422 a discipline that does not have the fields of the mapping, and an empty body', async () => {
    const { id } = await stored({ discipline: 'piping', mapping: { size: 'nominalPipeSize' } });
    expect(faultsOf(await call('PUT', `/${id}`, { json: { discipline: 'civil' } }))).toEqual([
      'mapping.size UNKNOWN_FIELD',
    ]);
    expect(faultsOf(await call('PUT', `/${id}`, { json: {} }))).toEqual(['body REQUIRED']);
    expect(faultsOf(await call('PUT', `/${id}`, { json: { name: null } }))).toEqual(['name REQUIRED']);
  });

  test('503 for a client while its owner does not answer changes nothing', async () => {
    const profile = await stored();
    const json = { clientId: system.records.addClient(), totals: 'file' };
    await system.without('clients-projects', async () => {
      expect((await call('PUT', `/${profile.id}`, { json })).status).toBe(503);
    });
    expect((await call('GET', `/${profile.id}`)).body).toEqual(profile);
  });
});

describe('DELETE /api/v1/import-profiles/{profileId}', () => {
  test('204, then it is unknown and its name free', async () => {
    const { id, name } = await stored();
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
    await stored({ name });
  });

  test('404 an unknown profile', async () => {
    expect((await call('DELETE', `/${unknownId}`)).status).toBe(404);
  });

  test('412 for another version keeps it', async () => {
    const { id } = await stored();
    expect((await call('DELETE', `/${id}`, { headers: { 'if-match': '"2"' } })).status).toBe(412);
    expect((await call('GET', `/${id}`)).status).toBe(200);
  });
});

describe('the deletion of a client', () => {
  const report = (clientId: string) => {
    system.records.clients.delete(clientId);
    return system.bus.publish(clientDeleted.subject, { clientId }, crypto.randomUUID());
  };

  test('takes its profiles away, not those of others and of everyone', async () => {
    const [clientId, other] = [system.records.addClient(), system.records.addClient()];
    const own = await stored({ clientId });
    const left = [await stored({ clientId: other }), await stored()];
    await report(clientId);
    await until(async () => (await call('GET', `/${own.id}`)).status === 404);
    for (const { id } of left) expect((await call('GET', `/${id}`)).status).toBe(200);
  });

  test('waits for a profile that is being written for it', async () => {
    const clientId = system.records.addClient();
    const name = freshName();
    const session = await sql.reserve();
    await session`begin`;
    await session`insert into mto.import_profile (name, client_id, mapping, defaults, headings, normalise_units, fill_blanks,
      convert_currency, totals, created_by, updated_by)
      values (${name}, ${clientId}, '{}', '{}', 'skip', false, false, false, 'calculated', 'test', 'test')`;
    const writing = post({ name, clientId });
    await until(
      async () =>
        (await sql`select from pg_locks where locktype = 'transactionid' and not granted`).length > 0,
    );
    await report(clientId);
    await until(async () => (await waitsForWriters()).length > 0);
    await session`rollback`;
    session.release();
    const { status, body } = await writing;
    expect(status).toBe(201);
    await until(async () => (await call('GET', `/${body.id}`)).status === 404);
  });

  const waitsForWriters = () => sql`
    select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
      and query like '%virtualtransaction as holder%'`;
});
