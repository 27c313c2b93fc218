import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { createVerifier } from '@consulting/identity/domain/verification';
import { connectStore } from '@consulting/kernel/postgres';
import { type Caller, keyCaller, personCaller } from '@consulting/kernel/process';
import { type IdentitySystem, startIdentitySystem } from '../support/identity-system';
import { unknownId, until } from '../support/project-system';

let system: IdentitySystem;

beforeAll(async () => {
  system = await startIdentitySystem();
});
afterAll(async () => {
  await system.sql.end();
  await system.stop();
});

describe('verification of API keys', () => {
  test('a key is valid with its role, name and expiry', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { id, key } = await system.newKey({ name: 'export', role: 'Contributor', expiresAt });
    const expected = {
      keyId: id,
      name: 'export',
      role: 'Contributor',
      expiresAt: Date.parse(expiresAt),
      countsAs: `key:${id}`,
    };
    expect(await system.verify(key)).toEqual({ isValid: true, ...expected } as never);
  });

  test('a key counts as the first of the keys that were made with one another, or as the person who made it', async () => {
    const make = async (maker: Caller) => {
      const json = { name: `made ${crypto.randomUUID()}`, role: 'Contributor' };
      return (await system.requestAs(maker, 'POST', '/api/v1/api-keys', json)).body;
    };
    const root = await system.newKey({ role: 'Contributor' });
    const child = await make(keyCaller(root.id, root.name, 'Contributor'));
    const grandchild = await make(keyCaller(child.id, child.name, 'Contributor', `key:${unknownId}`));
    const ann = personCaller('ann', 'ann@example.com', 'Contributor');
    const hers = await make(ann);
    const made = await make(keyCaller(hers.id, hers.name, 'Contributor'));
    for (const { key } of [root, child, grandchild])
      expect((await system.verify(key)).countsAs).toBe(`key:${root.id}`);
    for (const { key } of [hers, made]) expect((await system.verify(key)).countsAs).toBe('user:ann');
    await system.request('DELETE', `/api/v1/api-keys/${root.id}`);
    expect((await system.verify(grandchild.key)).countsAs).toBe(`key:${root.id}`);
  });

  test('a key that a former version made with another during an upgrade counts as its parent', async () => {
    const [parent, child] = [await system.newKey(), await system.newKey()];
    await system.sql`update identity.api_key set parent_id = ${parent.id} where id = ${child.id}`;
    expect((await system.verify(child.key)).countsAs).toBe(`key:${parent.id}`);
  });

  test('of keys that share a prefix each is found, and a third one is not', async () => {
    const [one, other] = [await system.newKey(), await system.newKey()];
    const twin = `${one.key.slice(0, 8)}${other.key.slice(8)}`;
    const hash = await Bun.password.hash(twin, { algorithm: 'bcrypt', cost: 4 });
    await system.sql`
      update identity.api_key set key_prefix = ${one.keyPrefix}, key_hash = ${hash} where id = ${other.id}`;
    expect(await system.verify(twin)).toMatchObject({ isValid: true, keyId: other.id });
    expect(await system.verify(one.key)).toMatchObject({ isValid: true, keyId: one.id });
    expect(await system.verify(`${one.key.slice(0, 8)}${'x'.repeat(28)}`)).toEqual({ isValid: false });
  });

  test('an unknown prefix and a malformed key cost no bcrypt, a known prefix does', async () => {
    const { key } = await system.newKey();
    const compare = spyOn(Bun.password, 'verify');
    try {
      for (const wrong of [
        `app_${'0'.repeat(32)}`,
        `app_${key.slice(4, 8)}`,
        '',
        `${key}x`,
        `APP_${key.slice(4)}`,
      ])
        expect(await system.verify(wrong)).toEqual({ isValid: false });
      expect(compare).toHaveBeenCalledTimes(0);
      expect(await system.verify(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`)).toEqual({
        isValid: false,
      });
      expect(compare).toHaveBeenCalledTimes(1);
      await system.verify(key);
      await system.verify(key);
      expect(compare).toHaveBeenCalledTimes(2);
    } finally {
      compare.mockRestore();
    }
  });

  test('a key that is asked about several times at once is compared once', async () => {
    const { id, key } = await system.newKey();
    const compare = spyOn(Bun.password, 'verify');
    try {
      const answers = await Promise.all(Array.from({ length: 5 }, () => system.verify(key)));
      expect(answers.map(({ keyId }) => keyId)).toEqual(answers.map(() => id));
      expect(compare).toHaveBeenCalledTimes(1);
    } finally {
      compare.mockRestore();
    }
  });

  test('a refusal leaves at the same time, whether or not a key has the prefix', async () => {
    const { key } = await system.newKey();
    const store = connectStore({ url: system.databaseUrl, schema: 'identity', connectionsMax: 1 });
    let now = 1000;
    const clock = {
      now: () => now,
      async sleep(ms: number) {
        now += ms;
      },
    };
    const compare = spyOn(Bun.password, 'verify').mockImplementation(async () => {
      now += 70;
      return false;
    });
    try {
      const verify = createVerifier(store.db, { touch: () => {}, stop: async () => {} }, 'all', clock);
      const left: number[] = [];
      for (const wrong of [`app_${'0'.repeat(32)}`, `${key.slice(0, 8)}${'x'.repeat(28)}`]) {
        now = 1000;
        expect(await verify(wrong, '203.0.113.1')).toEqual({ isValid: false });
        left.push(now);
      }
      expect(left).toEqual([1200, 1200]);
      expect(compare).toHaveBeenCalledTimes(1);
    } finally {
      compare.mockRestore();
      await store.close();
    }
  });

  test('a revoked key and an expired one are invalid, also after they were valid', async () => {
    const [revoked, expired] = [await system.newKey(), await system.newKey()];
    for (const { key } of [revoked, expired])
      expect(await system.verify(key)).toMatchObject({ isValid: true });
    await system.request('DELETE', `/api/v1/api-keys/${revoked.id}`);
    await system.sql`update identity.api_key set expires_at = now() where id = ${expired.id}`;
    for (const { key } of [revoked, expired]) expect(await system.verify(key)).toEqual({ isValid: false });
  });

  test('lastUsedAt moves with each success soon after, and not with a failure', async () => {
    const { id, key } = await system.newKey();
    const lastUse = async () => {
      const [row] = await system.sql`select last_used_at, version from identity.api_key where id = ${id}`;
      expect(row?.version).toBe(1);
      return row?.last_used_at as Date | null;
    };
    await system.verify(`${key.slice(0, -1)}-`);
    const before = Date.now();
    await system.verify(key);
    await until(async () => (await lastUse()) !== null);
    const first = await lastUse();
    expect(first?.getTime()).toBeGreaterThanOrEqual(before);
    await system.verify(key);
    await until(async () => ((await lastUse())?.getTime() ?? 0) > (first?.getTime() ?? 0));
  });

  test('only the gateway may ask', async () => {
    const { key } = await system.newKey();
    const caller = { type: 'api_key', id: 'x', name: 'x', role: 'Contributor' } as const;
    expect((await system.askAs(caller, key)).status).toBe(403);
    const unsigned = await system.service.request('POST', '/api-key-verifications', {
      json: { key },
      headers: { 'x-caller': 'forged' },
    });
    expect([unsigned.status, unsigned.body.code]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
  });
});

describe('API_KEY_STORE', () => {
  test('names the schema that holds the key hashes', async () => {
    const other = await startIdentitySystem({ API_KEY_STORE: 'vault' });
    const { id, key } = await other.newKey();
    expect(await other.verify(key)).toMatchObject({ isValid: true, keyId: id });
    const [{ count } = { count: 0 }] = await other.sql`select count(*)::int from vault.api_key`;
    expect(count).toBe(1);
    const [inDefault] = await other.sql`select 1 from identity.api_key where id = ${id}`;
    expect(inDefault).toBeUndefined();
    await other.sql.end();
    await other.stop();
  });

  test.each(['public', 'pg_keys', 'mto', 'Vault', 'a-b', '"x"'])('%s is refused', async (name) => {
    await expect(startIdentitySystem({ API_KEY_STORE: name })).rejects.toThrow('API_KEY_STORE must be');
  });
});
