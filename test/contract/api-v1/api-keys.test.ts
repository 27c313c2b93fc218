import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { type Caller, keyCaller, personCaller } from '@consulting/kernel/process';
import { type IdentitySystem, startIdentitySystem } from '../../support/identity-system';
import { faultsOf, unknownId, until } from '../../support/project-system';
import type { ServiceUnderTest } from '../../support/system';

let system: IdentitySystem;
let request: ServiceUnderTest['request'];
const path = '/api/v1/api-keys';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

beforeAll(async () => {
  system = await startIdentitySystem();
  request = system.request;
});
afterAll(async () => {
  await system.sql.end();
  await system.stop();
});

/** Makes a key with another one. */
const makeWith = (parent: { id: string; name: string }, more: object = {}) =>
  system.requestAs(keyCaller(parent.id, parent.name, 'Contributor'), 'POST', path, {
    name: `made ${crypto.randomUUID()}`,
    ...more,
  });

/** Keys that a key, or a person, has made already. */
const storeKeys = (number: number, { countsAs, parentId }: { countsAs: string; parentId: string | null }) =>
  system.sql`
    insert into identity.api_key (name, role, key_prefix, key_hash, created_by, updated_by, parent_id, counts_as)
    select 'stored ' || gen_random_uuid(), 'Reader', 'app_0000', 'x', 'x', 'x', ${parentId}, ${countsAs}
    from generate_series(1, ${number}::int)`;

const person = () => personCaller(crypto.randomUUID(), 'ann@example.com', 'Contributor');

/** Lets requests come as far as to the row that they insert, and no further until all are there. */
async function meeting<T>(requests: (() => Promise<T>)[]): Promise<T[]> {
  const [locked, unlock] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const locking = system.sql.begin(async (tx) => {
    await tx`lock table identity.api_key in share mode`;
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  const answers = requests.map((send) => send());
  await until(async () => {
    const waiting = await system.sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and (query ilike 'insert into %api_key%' or query ilike '%pg_advisory_xact_lock%')`;
    return waiting.length === requests.length;
  });
  unlock.resolve();
  await locking;
  return Promise.all(answers);
}

const makeAs = (maker: Caller, name = `made ${crypto.randomUUID()}`) =>
  system.requestAs(maker, 'POST', path, { name });

async function statusesOf(keys: { id: string }[]): Promise<string[]> {
  const { body } = await request('GET', `${path}?limit=100`);
  return keys.map(({ id }) => body.data.find((key: { id: string }) => key.id === id)?.status);
}

describe('POST /api/v1/api-keys', () => {
  test('201: the plaintext once, the lesser role by default, no expiry', async () => {
    const { status, headers, body } = await request('POST', path, { json: { name: ' nightly export ' } });
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body.key).toMatch(/^app_[A-Za-z0-9]{32}$/);
    expect(body).toMatchObject({
      name: 'nightly export',
      role: 'Reader',
      keyPrefix: body.key.slice(0, 8),
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
      status: 'active',
      createdBy: 'tester',
    });
    expect(body.keyHash).toBeUndefined();
  });

  test('201: role and expiry as given; an offset from UTC is understood', async () => {
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const key = await system.newKey({ role: 'Contributor', expiresAt: `${day}T12:30:00+02:00` });
    expect(key).toMatchObject({ role: 'Contributor', expiresAt: `${day}T10:30:00.000Z` });
  });

  test('201: keys that the server sets are ignored', async () => {
    const key = await system.newKey({ key: 'app_mine', keyPrefix: 'app_mine', status: 'revoked' });
    expect(key).toMatchObject({ status: 'active' });
    expect(key.keyPrefix).not.toBe('app_mine');
  });

  test('201: the store holds a bcrypt hash and the prefix, never the key', async () => {
    const { id, key } = await system.newKey();
    const [row] = await system.sql`select * from identity.api_key where id = ${id}`;
    expect(row?.key_hash).toMatch(/^\$2b\$10\$/);
    expect(await Bun.password.verify(key, row?.key_hash)).toBe(true);
    expect(JSON.stringify(row)).not.toContain(key.slice(8));
  });

  const refused: [string, object, Record<string, string>][] = [
    ['without a name', {}, { name: 'REQUIRED' }],
    ['with an empty name', { name: ' ' }, { name: 'REQUIRED' }],
    ['with a name of 121 characters', { name: 'x'.repeat(121) }, { name: 'MAX_LENGTH' }],
    ['with an unknown role', { name: 'x', role: 'Owner' }, { role: 'ENUM' }],
    ['with an expiry in the past', { name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, { expiresAt: 'MIN' }],
    [
      'with an expiry without offset',
      { name: 'x', expiresAt: '2099-01-01T00:00:00' },
      { expiresAt: 'FORMAT' },
    ],
    ['with an expiry that is a date', { name: 'x', expiresAt: '2099-01-01' }, { expiresAt: 'FORMAT' }],
    [
      'with a day that does not exist',
      { name: 'x', expiresAt: '2099-02-30T00:00:00Z' },
      { expiresAt: 'FORMAT' },
    ],
    [
      'with an expiry after the year 9999 of UTC',
      { name: 'x', expiresAt: '9999-12-31T23:59:59-01:00' },
      { expiresAt: 'FORMAT' },
    ],
    ['with an expiry as a number', { name: 'x', expiresAt: 4_000_000_000 }, { expiresAt: 'TYPE' }],
    ['with an unknown field', { name: 'x', expires: inAnHour() }, { expires: 'UNKNOWN_FIELD' }],
  ];
  for (const [condition, json, faults] of refused) {
    test(`422: ${condition}`, async () => {
      const { status, body } = await request('POST', path, { json });
      expect(status).toBe(422);
      expect(faultsOf(body)).toEqual(faults);
    });
  }

  test('409: the name of another key, in any case, also of one that is revoked', async () => {
    const { id } = await system.newKey({ name: 'Quarterly load' });
    for (const name of ['Quarterly load', ' quarterly LOAD ']) {
      const { status, body } = await request('POST', path, { json: { name } });
      expect([status, body.code, body.field]).toEqual([409, 'CODE_EXISTS', 'name']);
    }
    await request('DELETE', `${path}/${id}`);
    expect((await request('POST', path, { json: { name: 'Quarterly load' } })).status).toBe(409);
  });

  test('409: of keys with one name that are made at once, one is made', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => request('POST', path, { json: { name: 'at once' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test('201: made with a key that expires, it expires with it or earlier, and names it as its parent', async () => {
    const expiresAt = inAnHour();
    const parent = await system.newKey({ role: 'Contributor', expiresAt });
    const made = await makeWith(parent);
    expect([made.status, made.body.expiresAt, made.body.parentId]).toEqual([201, expiresAt, parent.id]);
    expect(made.body.createdBy).toBe(`key:${parent.name}`);
    const earlier = new Date(Date.now() + 1_800_000).toISOString();
    const other = await makeWith(parent, { expiresAt: earlier });
    expect([other.status, other.body.expiresAt]).toEqual([201, earlier]);
  });

  test('201: made with a key that never expires, it expires as asked for', async () => {
    const parent = await system.newKey({ role: 'Contributor' });
    const expiresAt = inAnHour();
    expect((await makeWith(parent)).body).toMatchObject({ expiresAt: null, parentId: parent.id });
    expect((await makeWith(parent, { expiresAt })).body.expiresAt).toBe(expiresAt);
    expect(parent.parentId).toBeNull();
  });

  test('422: made with a key that expires before it', async () => {
    const expiresAt = inAnHour();
    const parent = await system.newKey({ role: 'Contributor', expiresAt });
    const { status, body } = await makeWith(parent, { expiresAt: '2099-01-01T00:00:00Z' });
    expect([status, faultsOf(body)]).toEqual([422, { expiresAt: 'MAX' }]);
    expect(body.detail).toContain(expiresAt);
  });

  test('401: made with a key that was revoked or has expired meanwhile', async () => {
    const [revoked, expired] = [await system.newKey(), await system.newKey()];
    await request('DELETE', `${path}/${revoked.id}`);
    await system.sql`update identity.api_key set expires_at = now() where id = ${expired.id}`;
    for (const parent of [revoked, expired]) {
      const { status, body } = await makeWith(parent);
      expect([status, body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    }
  });

  const makers: [string, () => Promise<[Caller, string | null]>][] = [
    [
      'key',
      async () => {
        const { id, name } = await system.newKey({ role: 'Contributor' });
        return [keyCaller(id, name, 'Contributor'), id];
      },
    ],
    ['person', async () => [person(), null]],
  ];
  describe.each(makers)('by a %s', (_, makerOf) => {
    test('409 for the 21st key that is neither expired nor revoked, before a hash is made', async () => {
      const [maker, parentId] = await makerOf();
      await storeKeys(20, { countsAs: maker.id, parentId });
      const hash = spyOn(Bun.password, 'hash');
      try {
        const { status, body } = await makeAs(maker);
        expect([status, body.code, body.limit, body.living]).toEqual([409, 'TOO_MANY_API_KEYS', 20, 20]);
        expect(hash).toHaveBeenCalledTimes(0);
      } finally {
        hash.mockRestore();
      }
      for (const gone of ['revoked_at', 'expires_at']) {
        await system.sql`update identity.api_key set ${system.sql(gone)} = now() where id in (
          select id from identity.api_key where counts_as = ${maker.id} and revoked_at is null and expires_at is null limit 1)`;
        expect([(await makeAs(maker)).status, (await makeAs(maker)).status]).toEqual([201, 409]);
      }
      expect((await makeAs(person())).status).toBe(201);
    });

    test('201 once for the last place, however many ask for it at once', async () => {
      const [maker, parentId] = await makerOf();
      await storeKeys(19, { countsAs: maker.id, parentId });
      const answers = await meeting(Array.from({ length: 4 }, () => () => makeAs(maker)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    });

    test('409 for the 101st key that counts as one caller, whichever of them makes it', async () => {
      const [maker] = await makerOf();
      const { body: child } = await system.requestAs(maker, 'POST', path, {
        name: `child ${crypto.randomUUID()}`,
        role: 'Contributor',
      });
      await storeKeys(99, { countsAs: maker.id, parentId: crypto.randomUUID() });
      for (const one of [maker, keyCaller(child.id, child.name, 'Contributor')]) {
        const { status, body } = await makeAs(one);
        expect([status, body.code, body.limit, body.living]).toEqual([409, 'TOO_MANY_API_KEYS', 100, 100]);
      }
    });
  });

  test('201 for the operator and for everybody where nobody is asked for a credential, however many there are', async () => {
    await storeKeys(100, { countsAs: 'tester', parentId: null });
    expect((await request('POST', path, { json: { name: `more ${crypto.randomUUID()}` } })).status).toBe(201);
  });

  const misleading: [string, string, string][] = [
    ['a space of no width', 'night\u200bly', 'INVALID_CHARACTER'],
    ['a joiner of graphemes', 'night\u034fly', 'INVALID_CHARACTER'],
    ['an override of direction', 'night\u202ely', 'INVALID_CHARACTER'],
    ['an isolate of direction', 'night\u2066ly', 'INVALID_CHARACTER'],
    ['a filler of Hangul', 'night\u3164ly', 'INVALID_CHARACTER'],
    ['a line break', 'night\nly', 'INVALID_CHARACTER'],
    ['a separator of paragraphs', 'night\u2029ly', 'INVALID_CHARACTER'],
    ['a blank of Braille', 'night\u2800ly', 'INVALID_CHARACTER'],
    ['a character that there is not', 'night\u{e0080}ly', 'INVALID_CHARACTER'],
    ['Cyrillic in a Latin word', 'n\u0456ghtly', 'FORMAT'],
    ['Greek in a Latin word', 'nightl\u03b3', 'FORMAT'],
    ['Cherokee', '\u13aa\u13ab', 'FORMAT'],
  ];
  test.each(misleading)('422: %s in the name', async (_, name, code) => {
    const { status, body } = await request('POST', path, { json: { name } });
    expect([status, faultsOf(body)]).toEqual([422, { name: code }]);
  });

  test.each([
    '\u591c\u9593 import \u30c6\u30b9\u30c8',
    '\ubc24\u591c',
    '\u0441\u043c\u0435\u0442\u0430 2027',
    'd\u00e9bit \u00b5m',
    '\u0627\u0644\u0644\u064a\u0644',
  ])('201: the name %s, of words of one script or of those that are written together', async (name) => {
    expect((await request('POST', path, { json: { name } })).status).toBe(201);
  });

  const looks: [string, string][] = [
    ['cope', '\u0441\u043e\u0440\u0435'],
    ['HOME', '\u041d\u041e\u041c\u0415'],
    ['Importer', '\uff29mporter'],
    ['Import 10', 'Import  lO'],
    ['burn rate', 'bum rate'],
    ['site one', 'site\u00a0one'],
  ];
  test.each(looks)('409: beside a living key %p the name %p', async (name, other) => {
    const { id } = await system.newKey({ name });
    const { status, body } = await request('POST', path, { json: { name: other } });
    expect([status, body.code, body.field]).toEqual([409, 'CODE_EXISTS', 'name']);
    expect(body.detail).toContain(name);
    await request('DELETE', `${path}/${id}`);
    expect((await request('POST', path, { json: { name: other } })).status).toBe(201);
  });

  test('409: of names that look the same and are sent at once, one is made', async () => {
    const names = ['race car', '\uff52ace car', 'race  car', 'race\u00a0car'];
    const answers = await meeting(names.map((name) => () => request('POST', path, { json: { name } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test('400: an Idempotency-Key is refused, because the answer holds a secret', async () => {
    const headers = { 'idempotency-key': 'once' };
    const { status, body } = await request('POST', path, { json: { name: 'x' }, headers });
    expect([status, body.code]).toEqual([400, 'IDEMPOTENCY_KEY_NOT_ALLOWED']);
  });
});

describe('GET /api/v1/api-keys', () => {
  test('200: paginated envelope, newest first, without secrets', async () => {
    const older = await system.newKey();
    const newer = await system.newKey();
    const { status, body } = await request('GET', `${path}?limit=2`);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['data', 'hasMore', 'limit', 'skip', 'total']);
    expect(body.data.map((key: { id: string }) => key.id)).toEqual([newer.id, older.id]);
    expect(Object.keys(body.data[0])).not.toContain('key');
    expect(JSON.stringify(body)).not.toContain('$2b$');
  });

  test('200: an expired key says so', async () => {
    const { id } = await system.newKey({ expiresAt: inAnHour() });
    await system.sql`update identity.api_key set expires_at = now() - interval '1 second' where id = ${id}`;
    const { body } = await request('GET', `${path}?limit=1`);
    expect(body.data[0]).toMatchObject({ id, status: 'expired' });
  });

  test('200: a revoked key stays for 90 days', async () => {
    const stored = await system.newKey();
    const gone = await system.newKey();
    for (const { id } of [stored, gone]) await request('DELETE', `${path}/${id}`);
    await system.sql`update identity.api_key set revoked_at = now() - interval '89 days' where id = ${stored.id}`;
    await system.sql`update identity.api_key set revoked_at = now() - interval '91 days' where id = ${gone.id}`;
    const { body } = await request('GET', `${path}?limit=100`);
    const ids = body.data.map((key: { id: string }) => key.id);
    expect([ids.includes(stored.id), ids.includes(gone.id)]).toEqual([true, false]);
    expect((await request('DELETE', `${path}/${gone.id}`)).status).toBe(404);
  });

  test('422: an unknown parameter', async () => {
    const { status, body } = await request('GET', `${path}?role=Reader`);
    expect([status, faultsOf(body)]).toEqual([422, { role: 'UNKNOWN_FIELD' }]);
  });
});

describe('DELETE /api/v1/api-keys/{keyId}', () => {
  test('204: the key is revoked and the event is written; a second time nothing changes', async () => {
    const { id } = await system.newKey();
    expect((await request('DELETE', `${path}/${id}`)).status).toBe(204);
    const { body } = await request('GET', `${path}?limit=1`);
    expect(body.data[0]).toMatchObject({ id, status: 'revoked', version: 2, updatedBy: 'tester' });
    const again = await request('DELETE', `${path}/${id}`, { headers: { 'if-match': '"1"' } });
    expect([again.status, again.body]).toEqual([204, null]);
    const events = await system.sql`
      select subject from identity.outbox where payload ->> 'keyId' = ${id}`;
    expect(events.map(({ subject }) => subject)).toEqual(['evt.identity.api-key.revoked']);
    const after = await request('GET', `${path}?limit=1`);
    expect(after.body.data[0]).toEqual(body.data[0]);
  });

  test('204: with descendants=true every key below it is revoked, too; a second call changes nothing', async () => {
    const root = await system.newKey({ role: 'Contributor' });
    const child = (await makeWith(root, { role: 'Contributor' })).body;
    const grandchild = (await makeWith(child)).body;
    const separate = await system.newKey();
    await request('DELETE', `${path}/${child.id}`);
    expect(await statusesOf([root, child, grandchild])).toEqual(['active', 'revoked', 'active']);
    for (let time = 0; time < 2; time += 1) {
      expect((await request('DELETE', `${path}/${root.id}?descendants=true`)).status).toBe(204);
      expect(await statusesOf([root, child, grandchild, separate])).toEqual([
        'revoked',
        'revoked',
        'revoked',
        'active',
      ]);
    }
    const events = await system.sql`
      select payload ->> 'keyId' as id from identity.outbox
      where payload ->> 'keyId' in (${root.id}, ${child.id}, ${grandchild.id})`;
    expect(events).toHaveLength(3);
  });

  test('204: of a key that is revoked already the descendants can be revoked later', async () => {
    const root = await system.newKey({ role: 'Contributor' });
    const child = (await makeWith(root)).body;
    await request('DELETE', `${path}/${root.id}`);
    await request('DELETE', `${path}/${root.id}?descendants=true`);
    expect(await statusesOf([child])).toEqual(['revoked']);
  });

  test('204: no key is left that was made while its ancestors were revoked', async () => {
    const root = await system.newKey({ role: 'Contributor' });
    const child = (await makeWith(root, { role: 'Contributor' })).body;
    const making = Array.from({ length: 4 }, () => makeWith(child));
    const [{ status }, ...made] = await Promise.all([
      request('DELETE', `${path}/${root.id}?descendants=true`),
      ...making,
    ]);
    expect(status).toBe(204);
    const found = made.flatMap(({ body }) => (body.id === undefined ? [] : [body]));
    expect((await statusesOf(found)).filter((one) => one !== 'revoked')).toEqual([]);
    expect(new Set(made.map((one) => one.status)).difference(new Set([201, 401]))).toEqual(new Set());
  });

  test('422: descendants that is neither true nor false', async () => {
    const { id } = await system.newKey();
    const { status, body } = await request('DELETE', `${path}/${id}?descendants=all`);
    expect([status, faultsOf(body)]).toEqual([422, { descendants: 'TYPE' }]);
  });

  test('404: an unknown key, and an identifier that is none', async () => {
    for (const id of [unknownId, 'app_1234']) {
      const { status, body } = await request('DELETE', `${path}/${id}`);
      expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('412: another version', async () => {
    const { id } = await system.newKey();
    const { status, body } = await request('DELETE', `${path}/${id}`, { headers: { 'if-match': '"7"' } });
    expect([status, body.code]).toEqual([412, 'VERSION_MISMATCH']);
    expect(
      (await system.sql`select revoked_at from identity.api_key where id = ${id}`)[0]?.revoked_at,
    ).toBeNull();
  });
});
