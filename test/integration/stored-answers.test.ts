import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { StoredAnswers } from '@consulting/kernel/http';
import type { Answered, KeyLimits } from '@consulting/kernel/http/serving/idempotency';
import { connectStore, type Store } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';
import { startTakeoffSystem, type TakeoffSystem } from '../support/takeoff-system';

let system: TakeoffSystem;
let store: Store;

beforeAll(async () => {
  system = await startTakeoffSystem();
  store = connectStore({ url: system.databaseUrl, schema: 'mto' });
});
afterAll(async () => {
  await store.close();
  await system.stop();
});

const withKey = () => ({ 'idempotency-key': crypto.randomUUID() });

const stored = async (key: string) => {
  const [row] = await store.db.execute<{ status: number; bytes: number; isPartial: boolean }>(sql`
    select status, length(body) as bytes, is_partial as "isPartial" from idempotency_key where key = ${key}`);
  return row && { status: row.status, bytes: row.bytes, isPartial: row.isPartial };
};

function newTarget() {
  const projectId = system.records.addProject();
  return { projectId, serviceId: system.records.addService(projectId) };
}

describe('POSTs that only read', () => {
  test('keep nothing under an Idempotency-Key, and a repeat sees what was written since', async () => {
    const { projectId, serviceId } = newTarget();
    const headers = withKey();
    const search = () => system.mto.request('POST', '/api/v1/mto/search', { json: { projectId }, headers });
    expect((await search()).body.total).toBe(0);
    const line = { projectId, serviceId, discipline: 'piping', quantity: 1 };
    await system.mto.request('POST', '/api/v1/mto', { json: line });
    expect((await search()).body.total).toBe(1);
    expect(await stored(headers['idempotency-key'])).toBeUndefined();
  });
});

describe('a large answer', () => {
  const items = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ discipline: 'piping', quantity: at, tag: `T-${at}` }));
  const create = (target: object, count: number, headers: Record<string, string>) =>
    system.mto.request('POST', '/api/v1/mto/bulk', { json: { ...target, items: items(count) }, headers });

  test('is kept without its records, and a repeat has them as they are then', async () => {
    const target = newTarget();
    const headers = withKey();
    const first = await create(target, 300, headers);
    const { bytes, ...how } = (await stored(headers['idempotency-key'])) ?? {};
    expect(how).toEqual({ status: 201, isPartial: true });
    expect(bytes).toBeLessThan(20_000);
    const second = await create(target, 300, headers);
    expect([second.status, second.body]).toEqual([201, first.body]);

    const [changed, deleted] = first.body.ids;
    const at = (id: string) => `/api/v1/mto/${id}?projectId=${target.projectId}`;
    await system.mto.request('PUT', at(changed), { json: { tag: 'other' } });
    await system.mto.request('DELETE', at(deleted));
    const third = await create(target, 300, headers);
    const { items: records, ...counts } = third.body;
    expect(counts).toEqual({ created: 300, failed: 0, total: 300, ids: first.body.ids });
    expect([records.length, records[0].tag, records[1].tag]).toEqual([299, 'other', 'T-2']);
    expect((await create(target, 299, headers)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('of few records is kept whole', async () => {
    const headers = withKey();
    await create(newTarget(), 2, headers);
    expect(await stored(headers['idempotency-key'])).toMatchObject({ isPartial: false });
  });
});

describe('the quota of a caller', () => {
  const answering = (limits: KeyLimits) => {
    const answers = new StoredAnswers(store.db, limits);
    return async (caller: string, key: string): Promise<string> => {
      const run = async (): Promise<Answered> => ({ response: Response.json({ a: key }), result: {} });
      const attempt = { caller, scope: `${caller} POST /x`, key, fingerprint: 'f', run };
      const answer = await answers.answerOnce(attempt).catch((error) => error);
      return answer instanceof Response ? answer.text() : answer.code;
    };
  };

  test('RATE_LIMITED for another key beyond its number, while those that are kept are answered', async () => {
    const ask = answering({ keysMax: 2, bytesMax: 1000 });
    expect([await ask('many', '1'), await ask('many', '2'), await ask('many', '3')]).toEqual([
      '{"a":"1"}',
      '{"a":"2"}',
      'RATE_LIMITED',
    ]);
    expect([await ask('many', '1'), await ask('other', '1')]).toEqual(['{"a":"1"}', '{"a":"1"}']);
  });

  test('RATE_LIMITED beyond its bytes; another process counts them too, and forgets them after a day', async () => {
    const limits = { keysMax: 100, bytesMax: 15 };
    await answering(limits)('large', '1');
    await answering(limits)('large', '2');
    expect(await answering(limits)('large', '3')).toBe('RATE_LIMITED');
    await store.db.execute(
      sql`update idempotency_key set created_at = now() - interval '25 hours' where caller = 'large'`,
    );
    expect(await answering(limits)('large', '3')).toBe('{"a":"3"}');
    const [left] = await store.db.execute(
      sql`select count(*)::int as count from idempotency_key where caller = 'large'`,
    );
    expect(left?.count).toBe(1);
  });
});
