import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { forgetRevokedKeys } from '@consulting/identity/domain/api-key';
import { writeLastUse } from '@consulting/identity/store/api-key';
import { connectStore } from '@consulting/kernel/postgres';
import { keyCaller } from '@consulting/kernel/process';
import { leftBy } from '../../support/history';
import { type IdentitySystem, startIdentitySystem } from '../../support/identity-system';
import { faultsOf, unknownId } from '../../support/project-system';
import type { Answer, ServiceUnderTest } from '../../support/system';

let system: IdentitySystem;
let request: ServiceUnderTest['request'];
const keys = '/api/v1/api-keys';
const path = '/api/v1/history/api-keys';

beforeAll(async () => {
  system = await startIdentitySystem();
  request = system.request;
});
afterAll(async () => {
  await system.sql.end();
  await system.stop();
});

const left = (act: () => Promise<Answer>) => leftBy(system.sql, 'identity', act);

const newName = () => `key ${crypto.randomUUID()}`;

/** Makes a key with another one. */
const makeWith = (parent: { id: string; name: string }) =>
  system.requestAs(keyCaller(parent.id, parent.name, 'Contributor'), 'POST', keys, {
    ...{ name: newName(), role: 'Contributor' },
  });

async function listed(query: string): Promise<Answer['body']['data']> {
  const { status, body } = await request('GET', `${path}?${query}`);
  expect(status).toBe(200);
  return body.data;
}

describe('every write of identity leaves an operation', () => {
  test('POST /api/v1/api-keys', async () => {
    const { answer, operations } = await left(() => request('POST', keys, { json: { name: newName() } }));
    expect(operations).toMatchObject([
      {
        ...{ recordType: 'api-keys', kind: 'create', by: 'tester', causedBy: null },
        ...{ requestId: answer.headers.get('x-request-id') },
        counts: { created: 1, updated: 0, deleted: 0 },
      },
    ]);
  });

  test('POST /api/v1/api-keys by a key: by its name', async () => {
    const parent = await system.newKey({ role: 'Contributor' });
    const { operations } = await left(() => makeWith(parent));
    expect(operations).toMatchObject([{ kind: 'create', by: `key:${parent.name}` }]);
  });

  test('DELETE /api/v1/api-keys/{keyId}; a second time none', async () => {
    const { id } = await system.newKey();
    const { operations } = await left(() => request('DELETE', `${keys}/${id}`));
    expect(operations).toMatchObject([{ kind: 'update', by: 'tester', counts: { updated: 1 } }]);
    const again = await left(() => request('DELETE', `${keys}/${id}`));
    expect([again.answer.status, again.operations]).toEqual([204, []]);
  });

  test('DELETE /api/v1/api-keys/{keyId} with descendants: one for all of them', async () => {
    const parent = await system.newKey({ role: 'Contributor' });
    const { body: child } = await makeWith(parent);
    await makeWith(child);
    const { operations } = await left(() => request('DELETE', `${keys}/${parent.id}?descendants=true`));
    expect(operations).toMatchObject([{ kind: 'update', counts: { created: 0, updated: 3, deleted: 0 } }]);
  });

  test('a write that is refused leaves none', async () => {
    const { name } = await system.newKey();
    for (const json of [{ name }, {}, { name: newName(), role: 'x' }]) {
      const { answer, operations } = await left(() => request('POST', keys, { json }));
      expect([answer.status >= 400, operations]).toEqual([true, []]);
    }
    const { answer, operations } = await left(() => request('DELETE', `${keys}/${unknownId}`));
    expect([answer.status, operations]).toEqual([404, []]);
  });

  test('the use of a key leaves none', async () => {
    const { id } = await system.newKey();
    const store = connectStore({ url: system.databaseUrl, schema: 'identity', connectionsMax: 1 });
    const { answer, operations } = await left(async () => {
      await writeLastUse(store.db, [{ id, at: new Date() }]);
      return request('GET', `${keys}?limit=100`);
    });
    await store.close();
    const used = answer.body.data.find((key: { id: string }) => key.id === id);
    expect([used.lastUsedAt, operations]).toEqual([expect.any(String), []]);
  });

  test('the removal of keys that were revoked long ago is one; their earlier changes still name them', async () => {
    const { id, name } = await system.newKey();
    await request('DELETE', `${keys}/${id}`);
    const store = connectStore({ url: system.databaseUrl, schema: 'identity', connectionsMax: 1 });
    await system.sql`update identity.api_key set revoked_at = '2020-01-01' where id = ${id}`;
    const { operations } = await left(async () => {
      await forgetRevokedKeys(store.db);
      return request('GET', `${path}?recordId=${id}`);
    });
    await store.close();
    expect(operations).toMatchObject([{ kind: 'delete', by: 'operator', counts: { deleted: 1 } }]);
    const [, , revocation] = await listed(`recordId=${id}`);
    const { body } = await request('GET', `${path}/${revocation.operationId}`);
    expect(body.changes).toMatchObject([{ recordId: id, label: name, action: 'update' }]);
  });
});

describe('GET /api/v1/history/api-keys', () => {
  test('200: of a key, newest first', async () => {
    const { id } = await system.newKey();
    await request('DELETE', `${keys}/${id}`);
    const reported = await listed(`recordId=${id}`);
    expect(reported.map(({ kind }: { kind: string }) => kind)).toEqual(['update', 'create']);
    expect(await listed(`recordId=${id}&kind=create&by=tester`)).toHaveLength(1);
  });

  test('422: faults of the filters', async () => {
    const { status, body } = await request('GET', `${path}?recordId=x&kind=x`);
    expect([status, faultsOf(body)]).toEqual([422, { recordId: 'FORMAT', kind: 'ENUM' }]);
  });
});

describe('GET /api/v1/history/api-keys/{operationId}', () => {
  test('200: what became of a key, with nothing of its secret', async () => {
    const made = await system.newKey({ role: 'Contributor' });
    await system.verify(made.key);
    await request('DELETE', `${keys}/${made.id}`);
    await system.sql`delete from identity.api_key where id = ${made.id}`;
    const answers = [];
    for (const { operationId } of await listed(`recordId=${made.id}`))
      answers.push((await request('GET', `${path}/${operationId}`)).body);
    expect(answers.map(({ changes }) => changes)).toMatchObject([
      [{ action: 'delete', label: made.name, fields: { name: { before: made.name, after: null } } }],
      [{ action: 'update', fields: { revokedAt: { before: null, after: expect.any(String) } } }],
      [{ action: 'create', fields: { role: { before: null, after: 'Contributor' } } }],
    ]);
    const keysOfFields = answers.flatMap(({ changes }) => Object.keys(changes[0].fields));
    expect([...new Set(keysOfFields)].sort()).toEqual(['name', 'revokedAt', 'role']);
    const text = JSON.stringify([answers, await listed('limit=100')]);
    for (const secret of [made.key, made.key.slice(4), made.keyPrefix, '$2b$'])
      expect(text).not.toContain(secret);
  });

  test('no row of the history holds a part of a key or a hash', async () => {
    const { key, keyPrefix } = await system.newKey();
    const rows = await system.sql`
      select from identity.history_change where fields::text like any (array[${`%${key}%`}, ${`%${keyPrefix}%`}, '%$2b$%'])`;
    expect(rows).toHaveLength(0);
  });

  test('404: unknown operation', async () => {
    const { status, body } = await request('GET', `${path}/${unknownId}`);
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  });
});
