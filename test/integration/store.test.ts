import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { projectDeleted } from '@consulting/kernel/contracts/clients-projects';
import {
  atOneMoment,
  brokenUniqueConstraint,
  claimKey,
  connectStore,
  databaseUnavailable,
  emit,
  equalsIgnoringCase,
  escapeLike,
  findAnswer,
  handleOnce,
  isSettled,
  keepAnswer,
  lowered,
  matchesText,
  outboxChannel,
  recordFailure,
  relayOutbox,
  resendOutbox,
  retryConflicts,
  type Store,
  whenGiven,
} from '@consulting/kernel/postgres';
import { loweredText } from '@consulting/kernel/schema';
import { schemaOf } from '@consulting/kernel/service/service-definition';
import { sql } from 'drizzle-orm';
import { createTestDatabase } from '../support/database';

const schema = schemaOf(clientsProjects.name);
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let store: Store;

beforeAll(async () => {
  database = await createTestDatabase([clientsProjects]);
  store = connectStore({ url: database.url, schema });
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const value = async (expression: ReturnType<typeof sql>) => {
  const [row] = await store.db.execute<{ value: unknown }>(sql`select ${expression} as value`);
  return row?.value;
};

describe('atOneMoment', () => {
  beforeAll(async () => {
    await store.db.execute(sql`create table moment (written text)`);
  });
  const write = () => store.db.execute(sql`insert into moment values ('now')`);
  const count = async (tx: Store['db']) => {
    const [row] = await tx.execute<{ written: number }>(sql`select count(*)::int as written from moment`);
    return row?.written;
  };

  test('further sessions see what the first sees, and not what was written since', async () => {
    await write();
    const seen = await atOneMoment(store.db, async (tx, separate) => {
      await write();
      return Promise.all([count(tx), separate(count), separate(count)]);
    });
    expect(seen).toEqual([1, 1, 1]);
    expect(await count(store.db)).toBe(2);
  });

  test('a read that fails ends all of them and leaves no session open', async () => {
    const failing = atOneMoment(store.db, async (_, separate) => {
      const slow = separate((other) => other.execute(sql`select pg_sleep(0.05)`));
      await separate((other) => other.execute(sql`select 1 / 0`));
      return slow;
    });
    await expect(failing).rejects.toThrow();
    const [row] = await store.db.execute<{ open: number }>(
      sql`select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(row?.open).toBe(0);
  });
});

describe('query', () => {
  test('escapeLike takes %, _ and \\ literally', () => expect(escapeLike('50%_\\')).toBe('50\\%\\_\\\\'));

  const searches: [string, string, boolean][] = [
    ['Northern Pipe', 'HERN p', true],
    ['100 %', '0 %', true],
    ['100', '%', false],
    ['ab', 'a_', false],
    ['a\\b', '\\', true],
    ['Ärger', 'ÄR', true],
  ];
  for (const [text, search, expected] of searches) {
    test(`matchesText: ${search} in ${text} is ${expected}`, async () => {
      expect(await value(matchesText([sql`null::text`, sql`${text}::text`], search))).toBe(expected || null);
      expect((await value(sql`coalesce(${matchesText([sql`${text}::text`], search)}, false)`)) === true).toBe(
        expected,
      );
    });
  }

  test('equalsIgnoringCase', async () => {
    expect(await value(equalsIgnoringCase(sql`${'ÇELİK'}::text`, 'çelik'))).toBe(true);
    expect(await value(equalsIgnoringCase(sql`${'a%'}::text`, 'ab'))).toBe(false);
  });

  test('whenGiven: an absent filter filters nothing', () => {
    expect(whenGiven<string>(null, (text) => lowered(text))).toBeUndefined();
    expect(whenGiven(0, () => sql`true`)).toBeDefined();
  });

  test('loweredText compares as the database does, for every character that both know', async () => {
    const lastOfBoth = 0xa7c0;
    const rows = await store.db.execute<{ point: number; text: string }>(sql`
      select point, lower(chr(point) collate pg_c_utf8) as text from generate_series(1, ${lastOfBoth}::int) as point`);
    const different = rows.filter(({ point, text }) => loweredText(String.fromCodePoint(point)) !== text);
    expect(rows).toHaveLength(lastOfBoth);
    expect(different).toEqual([]);
  });

  test('brokenUniqueConstraint names the constraint of a unique violation, and nothing else', async () => {
    const insert = () =>
      store.db.execute(sql`
        insert into client (code, name, status, created_by, updated_by) values ('U-1', 'n', 'active', 't', 't')`);
    await insert();
    expect(await insert().catch(brokenUniqueConstraint)).toBe('client_code_key');
    expect(await store.db.execute(sql`select 1 / 0`).catch(brokenUniqueConstraint)).toBeUndefined();
    expect(brokenUniqueConstraint('x')).toBeUndefined();
  });
});

describe('outbox', () => {
  const waiting = async () => {
    const rows = await store.db.execute<{ projectId: string }>(sql`
      select payload ->> 'projectId' as "projectId" from outbox where published_at is null order by position`);
    return rows.map(({ projectId }) => projectId);
  };
  const sent = async (publish: (projectId: string, id: string) => void = () => {}, rowsMax?: number) =>
    relayOutbox(
      store.db,
      'stream',
      async (row) => publish((row.payload as { projectId: string }).projectId, row.id),
      rowsMax,
    );

  test('an event waits when its transaction commits, and never otherwise', async () => {
    await store.db.transaction((tx) => emit(tx, projectDeleted, { projectId: 'kept' }));
    const rolledBack = store.db.transaction(async (tx) => {
      await emit(tx, projectDeleted, { projectId: 'lost' });
      throw new Error('rolled back');
    });
    await rolledBack.catch(() => {});
    expect(await waiting()).toEqual(['kept']);
    await sent();
  });

  test('a commit is heard on the channel', async () => {
    const heard = Promise.withResolvers<void>();
    await store.listen(outboxChannel(schema), heard.resolve);
    await store.db.transaction((tx) => emit(tx, projectDeleted, { projectId: 'heard' }));
    await heard.promise;
    expect(await sent()).toBe(1);
  });

  test('sends in the order of writing, in batches, each once', async () => {
    for (const projectId of ['1', '2', '3']) {
      await store.db.transaction((tx) => emit(tx, projectDeleted, { projectId }));
    }
    const order: string[] = [];
    expect(await sent((projectId) => order.push(projectId), 2)).toBe(2);
    expect(await sent((projectId) => order.push(projectId), 2)).toBe(1);
    expect(await sent()).toBe(0);
    expect(order).toEqual(['1', '2', '3']);
  });

  test('what was not published stays, and goes again under the same id', async () => {
    await store.db.transaction((tx) => emit(tx, projectDeleted, { projectId: 'again' }));
    const ids: string[] = [];
    const failing = sent((_, id) => {
      ids.push(id);
      throw new Error('no messenger');
    });
    expect(await failing.catch(() => 'failed')).toBe('failed');
    expect(await sent((_, id) => ids.push(id))).toBe(1);
    expect(ids[0]).toBe(ids[1] as string);
  });

  test('a second relay sends nothing while the first is sending, later events neither', async () => {
    const write = (projectId: string) =>
      store.db.transaction((tx) => emit(tx, projectDeleted, { projectId }));
    await write('one');
    const counts: number[] = [];
    await relayOutbox(store.db, 'stream', async () => {
      await write('two');
      counts.push(await sent());
    });
    expect(counts).toEqual([0]);
    expect(await sent()).toBe(1);
  });

  test('handleOnce: once per consumer, again after a failure', async () => {
    const eventId = crypto.randomUUID();
    const handled: string[] = [];
    const handle = (consumer: string) =>
      handleOnce(store.db, { consumer, eventId }, async () => void handled.push(consumer));
    const failing = handleOnce(store.db, { consumer: 'a', eventId }, async () => {
      throw new Error('broken');
    });
    await failing.catch(() => {});
    for (const consumer of ['a', 'a', 'b']) await handle(consumer);
    expect(handled).toEqual(['a', 'b']);
  });

  test('everything goes again to another stream, and the last events to the same one', async () => {
    const old = sql`update outbox set published_at = published_at - interval '1 hour' where payload ->> 'projectId' = 'old'`;
    for (const projectId of ['old', 'last'])
      await store.db.transaction((tx) => emit(tx, projectDeleted, { projectId }));
    await sent();
    await store.db.execute(old);
    await resendOutbox(store.db, 'stream');
    expect(await waiting()).toContain('last');
    expect(await waiting()).not.toContain('old');
    await sent();
    await resendOutbox(store.db, 'another');
    expect((await waiting()).slice(-2)).toEqual(['old', 'last']);
    await sent();
  });

  test('recordFailure: dead after as many failures as are allowed, and settled then', async () => {
    const delivery = { consumer: 'c', eventId: crypto.randomUUID(), subject: 's', payload: { a: 1 } };
    const fail = () => recordFailure(store.db, delivery, 'broken', 3);
    expect([await fail(), await fail()]).toEqual([false, false]);
    expect(await isSettled(store.db, delivery)).toBe(false);
    expect(await fail()).toBe(true);
    expect(await isSettled(store.db, delivery)).toBe(true);
  });
});

describe('idempotency keys', () => {
  const answer = {
    fingerprint: 'f',
    status: 201,
    headers: { etag: '"1"' },
    body: '{"a":1}',
    isPartial: false,
  };
  const at = (key: string) => ({ scope: 'scope', key, caller: 'caller' });

  test('a kept answer is found under its scope and key', async () => {
    await store.db.transaction((tx) => keepAnswer(tx, at('key'), answer));
    expect(await findAnswer(store.db, 'scope', 'key')).toEqual(answer);
    expect(await findAnswer(store.db, 'other', 'key')).toBeUndefined();
    expect(await findAnswer(store.db, 'scope', 'other')).toBeUndefined();
  });

  test('an answer is forgotten after 24 hours, and its key is free again', async () => {
    await store.db.transaction((tx) => keepAnswer(tx, at('old'), answer));
    await store.db.execute(
      sql`update idempotency_key set created_at = now() - interval '25 hours' where key = 'old'`,
    );
    expect(await findAnswer(store.db, 'scope', 'old')).toBeUndefined();
    await store.db.transaction((tx) => keepAnswer(tx, at('old'), { ...answer, fingerprint: 'g' }));
    expect(await findAnswer(store.db, 'scope', 'old')).toMatchObject({ fingerprint: 'g' });
  });

  test('a key is claimed by one transaction at a time', async () => {
    await store.db.transaction(async (tx) => {
      expect(await claimKey(tx, 'scope', 'claimed')).toBe(true);
      await store.db.transaction(async (other) => {
        expect(await claimKey(other, 'scope', 'claimed')).toBe(false);
        expect(await claimKey(other, 'scope', 'free')).toBe(true);
      });
    });
    await store.db.transaction(async (tx) => expect(await claimKey(tx, 'scope', 'claimed')).toBe(true));
  });
});

describe('retryConflicts', () => {
  test('both of two transactions that block each other come through', async () => {
    const one = Promise.withResolvers<void>();
    const other = Promise.withResolvers<void>();
    let runs = 0;
    const cross = (first: number, second: number, mine: PromiseWithResolvers<void>, theirs: Promise<void>) =>
      retryConflicts(() =>
        store.db.transaction(async (tx) => {
          runs += 1;
          await tx.execute(sql`select pg_advisory_xact_lock(${first}::int)`);
          mine.resolve();
          await theirs;
          await tx.execute(sql`select pg_advisory_xact_lock(${second}::int)`);
          return first;
        }),
      );
    const done = await Promise.all([cross(1, 2, one, other.promise), cross(2, 1, other, one.promise)]);
    expect(done).toEqual([1, 2]);
    expect(runs).toBe(3);
  });

  test('what is ended again and again is given up, and the caller told when to try again', async () => {
    for (const code of ['40P01', '40001']) {
      let runs = 0;
      const ended = retryConflicts(async () => {
        runs += 1;
        await store.db.execute(
          sql.raw(`do $$ begin raise exception 'ended' using errcode = '${code}'; end $$`),
        );
      });
      const error = await ended.catch((thrown) => thrown);
      expect(runs).toBe(6);
      expect(databaseUnavailable(error)).toMatchObject({
        code: 'DEPENDENCY_UNAVAILABLE',
        facts: { dependency: 'database', retryAfterSeconds: 1 },
      });
    }
  });

  test('another error passes through at once', async () => {
    let runs = 0;
    const failing = retryConflicts(async () => {
      runs += 1;
      throw new Error('other');
    });
    expect(await failing.catch((error: Error) => error.message)).toBe('other');
    expect(runs).toBe(1);
  });
});
