import { crewsRates } from '@consulting/crews-rates/service';
import { findPriceRows } from '@consulting/kernel/contracts/crews-rates';
import { connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import postgres from 'postgres';
import { inCommon } from './in-common';
import { freshCode, until } from './project-system';
import { startTestSystem } from './system';

export { faultsOf, freshCode, unknownId } from './project-system';

type Json = Record<string, unknown>;

export const hoursPerInch = {
  discipline: 'piping',
  target: 'hoursPipeErection',
  driver: 'fieldDiaInch',
  value: 0.55,
};

/** crews-rates with its price books, on real Postgres and NATS. */
export async function startPriceBookSystem() {
  const system = await startTestSystem([crewsRates]);
  const { request } = await system.start(crewsRates);
  const sql = postgres(system.databaseUrl, { max: 2, onnotice: () => {} });
  const bus = connectBus({ url: system.natsUrl, name: 'test', log: serviceLog() });
  const ask = (codes: string[], after: string | null = null, limit = 500, rowCodes?: string[]) =>
    bus.ask(findPriceRows, { codes, after, limit, ...(rowCodes && { rowCodes }) });
  await until(() => ask([]).then(Boolean, () => false));
  const create = async (path: string, json: Json) => {
    const { status, body } = await request('POST', path, { json });
    if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const eventsOf = (code: string) => sql`select payload from crews_rates.outbox
    where subject = 'evt.crews-rates.price-rows.changed' and payload ->> 'priceBook' = ${code} order by position`;
  return {
    request,
    sql,
    ask,
    newBook: (more: Json = {}) =>
      create('/api/v1/price-books', { code: freshCode('B'), name: 'Norms', ...more }),
    newRow: ({ id }: { id: string }, more: Json = {}) =>
      create(`/api/v1/price-books/${id}/rows`, { ...hoursPerInch, ...more }),
    rowsOf: async ({ id }: { id: string }, query = 'limit=100') =>
      (await request('GET', `/api/v1/price-books/${id}/rows?${query}`)).body.data,
    /** Rows that events of the book name, in their order. */
    reported: async ({ code }: { code: string }): Promise<string[]> =>
      (await eventsOf(code)).flatMap(({ payload }) => payload.rowCodes),
    /** When the last event of the book says that its rows changed: a price that is read later is not stale. */
    reportedAt: async ({ code }: { code: string }): Promise<string> =>
      (await eventsOf(code)).at(-1)?.payload.at,
    /** The task of an import once it has ended. */
    async ended(taskId: string) {
      const ofTask = () => sql`select status from crews_rates.import_task where id = ${taskId}`;
      await until(async () => !['queued', 'running'].includes((await ofTask())[0]?.status));
      return (await ofTask())[0];
    },
    verify: system.verify,
    async stop() {
      await bus.close();
      await sql.end();
      await system.stop();
    },
  };
}

export type PriceBookSystem = Awaited<ReturnType<typeof startPriceBookSystem>>;

export const commonPriceBookSystem = inCommon(startPriceBookSystem);
