import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connectStore, type Store } from '@consulting/kernel/postgres';
import { errorText, recordedFacts, withoutParameters } from '@consulting/kernel/process';
import { errorRecord } from '@consulting/kernel/process/error-text';
import { unavailable } from '@consulting/kernel/schema';
import { SQL } from 'bun';
import { sql } from 'drizzle-orm';
import { createTestDatabase } from '../support/database';

const secret = 'price "12.75" of\n    at Acme';
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let store: Store;
let direct: SQL;

beforeAll(async () => {
  database = await createTestDatabase([]);
  direct = new SQL(database.url, { max: 1 });
  await direct`create table kept (name text primary key, price numeric check (price > 0))`;
  store = connectStore({ url: database.url, schema: 'postgres', connectionsMax: 1 });
  await store.db.execute(sql`set search_path to public`);
});
afterAll(async () => {
  await direct.close();
  await store.close();
  await database.drop();
});

const thrownBy = (act: PromiseLike<unknown>): Promise<Error> =>
  Promise.resolve(act).then(
    () => Promise.reject(new Error('nothing was thrown')),
    (error) => error,
  );

describe('what is logged of a failed statement', () => {
  const failures: [string, () => PromiseLike<unknown>][] = [
    ['text that is no number', () => store.db.execute(sql`select ${secret}::text::numeric`)],
    ['text that is no identifier', () => store.db.execute(sql`select (${secret}::text || '1')::uuid`)],
    ['a row that is there', () => twice(() => store.db.execute(sql`insert into kept values (${secret}, 1)`))],
    ['a row that breaks a rule', () => store.db.execute(sql`insert into kept values (${secret}, -1)`)],
    ['another driver', () => direct`select ${secret}::text::date`],
  ];
  const twice = async (act: () => PromiseLike<unknown>) => {
    await act();
    await act();
  };
  test.each(failures)('%s: neither the values nor the lines of them', async (_, fail) => {
    const error = await thrownBy(fail());
    const logged = JSON.stringify(
      recordedFacts({
        error,
        wrapped: unavailable('database', error),
        cloned: structuredClone(errorRecord(error)),
      }),
    );
    for (const part of ['12.75', 'Acme', 'price ']) expect(logged).not.toContain(part);
    expect(errorText(error)).not.toContain('Acme');
    expect(withoutParameters(error.message)).not.toMatch(/params:/);
  });

  test('what helps stays: the statement, its code, where it was sent', async () => {
    const error = await thrownBy(store.db.execute(sql`insert into kept values (${secret}, -1)`));
    const record = errorRecord(error);
    expect(record.message).toBe('Failed query: insert into kept values ($1, -1)');
    expect(record.cause).toMatchObject({ name: 'PostgresError', code: '23514' });
    expect((record.cause as Error).message).toContain('"kept_price_check"');
    expect(record.stack).toContain('    at ');
  });
});

test('an error that nobody took ends a process with a line that has no values', async () => {
  const script = `
    const { runProcess } = await import('@consulting/kernel/service/service-process');
    const { startLog } = await import('@consulting/kernel/process/log');
    await runProcess(async () => {
      await startLog('test', 'info');
      const error = Object.assign(new Error('Failed query: select $1\\nparams: Acme'), { query: 'select $1', params: ['Acme'] });
      setTimeout(() => Promise.reject(error), 0);
    });
    setTimeout(() => {}, 60_000);`;
  const child = Bun.spawn([process.execPath, '-e', script], {
    cwd: import.meta.dir,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect(await child.exited).toBe(1);
  expect(output + errors).not.toContain('Acme');
  expect(JSON.parse(output)).toMatchObject({ level: 'error', error: { message: 'Failed query: select $1' } });
});
