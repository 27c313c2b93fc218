import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { findTrades } from '@consulting/kernel/contracts/crews-rates';
import { getTradeUsage } from '@consulting/kernel/contracts/equipment-wbs';
import { connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import postgres, { type Sql } from 'postgres';
import { inCommon } from './in-common';
import { freshCode, until } from './project-system';
import { type Answer, type ServiceUnderTest, startTestSystem } from './system';

export { faultsOf, freshCode, unknownId, until } from './project-system';

/** crews-rates with equipment-wbs, which knows the operators, on real Postgres and NATS. */
export async function startTradeSystem() {
  const system = await startTestSystem([crewsRates, equipmentWbs]);
  const service = await system.start(crewsRates);
  const sql = postgres(system.databaseUrl, { max: 2, onnotice: () => {} });
  const bus = connectBus({ url: system.natsUrl, name: 'test', log: serviceLog() });
  const answered = (asking: () => Promise<unknown>) => until(() => asking().then(Boolean, () => false));
  let equipment: ServiceUnderTest;
  const startEquipment = async () => {
    equipment = await system.start(equipmentWbs);
    const none = { tradeCode: '-', laborDesignations: [], includesUnspecified: false };
    await answered(() => bus.ask(getTradeUsage, none));
  };
  await startEquipment();
  await answered(() => bus.ask(findTrades, { trades: [] }));
  return {
    request: service.request,
    sql,
    bus,
    ...records(service.request, (...request) => equipment.request(...request), sql),
    /** Runs `act` while the equipment service does not answer. */
    async withoutEquipment<T>(act: () => Promise<T>): Promise<T> {
      await equipment.stop();
      return act().finally(startEquipment);
    },
    /** Runs `act` while a transaction of someone else has done `changed`; it commits once `act` waits for it. */
    async amid<T>(changed: (tx: Sql) => Promise<unknown>, act: () => Promise<T>): Promise<T> {
      const tx = await sql.reserve();
      await tx`begin`;
      await changed(tx);
      const acting = act();
      try {
        await until(async () => {
          const [locks] = await sql`
            select count(*)::int as waiting from pg_locks
            where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`;
          return locks?.waiting > 0;
        });
      } finally {
        await tx`commit`;
        tx.release();
      }
      return acting;
    },
    verify: system.verify,
    async stop() {
      await bus.close();
      await sql.end();
      await system.stop();
    },
  };
}

export type TradeSystem = Awaited<ReturnType<typeof startTradeSystem>>;

export const commonTradeSystem = inCommon(startTradeSystem);

type Request = ServiceUnderTest['request'];
type Trade = { id: string; tradeCode: string; laborDesignation: string };

/** The least that a rate card needs beside its trade. */
export const cardTerms = { country: 'CA', year: 2025, quarter: 'Q3', currency: 'CAD', baseWage: 50 };

function records(request: Request, askEquipment: Request, sql: Sql) {
  const create = async (send: Request, path: string, json: object): Promise<Answer['body']> => {
    const { status, body } = await send('POST', path, { json });
    if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    newTrade: (more: object = {}) =>
      create(request, '/v1/crew-trades', {
        tradeCode: freshCode('T'),
        laborDesignation: 'Journeyman',
        ...more,
      }),
    newCard: ({ tradeCode, laborDesignation }: Trade, more: object = {}) =>
      create(request, '/v1/crew-members', { tradeCode, laborDesignation, ...cardTerms, ...more }),
    newEquipment: (trade: Partial<Trade>, more: object = {}) =>
      create(askEquipment, '/api/v1/equipment', {
        equipmentCode: freshCode('E'),
        name: 'Crane',
        operatorTradeCode: trade.tradeCode,
        operatorLaborDesignation: trade.laborDesignation,
        ...more,
      }),
    askEquipment,
    operatorOf: async ({ equipmentCode }: { equipmentCode: string }) => {
      const { body } = await askEquipment('GET', `/api/v1/equipment/${equipmentCode}`);
      return [body.operatorTradeCode, body.operatorLaborDesignation];
    },
    card: async (id: string) => (await request('GET', `/v1/crew-members/${id}`)).body,
    /** A crew with 2 persons of each trade, as its tables hold it. */
    async addCrew(...trades: Trade[]): Promise<{ id: string; code: string }> {
      const code = freshCode('C');
      const [crew] = await sql<{ id: string; code: string }[]>`
        insert into crews_rates.crew (code, name, is_active, created_by, updated_by)
        values (${code}, 'Pipe crew', true, 'test', 'test') returning id, code`;
      if (!crew) throw new Error('The crew was not stored.');
      for (const [position, trade] of trades.entries()) {
        await sql`insert into crews_rates.crew_labour_member (crew_id, trade_id, position, quantity)
          values (${crew.id}, ${trade.id}, ${position}, 2)`;
      }
      return crew;
    },
    crew: async (id: string) => {
      const [crew] = await sql`
        select is_active, version, array(
          select trade_code || ' ' || labor_designation
          from crews_rates.crew_labour_member as member join crews_rates.trade on trade.id = trade_id
          where crew_id = crew.id order by position) as members
        from crews_rates.crew where id = ${id}`;
      return crew;
    },
    /** A service crew whose snapshot holds the trade. */
    async addServiceCrew({ tradeCode, laborDesignation }: Trade): Promise<string> {
      const members = [{ tradeCode, laborDesignation, quantity: 4 }];
      const [crew] = await sql<{ id: string }[]>`
        insert into crews_rates.service_crew
          (project_id, service_id, crew_code, name, labour_members, created_by, updated_by)
        values (gen_random_uuid(), gen_random_uuid(), 'SC-1', 'Site crew', ${sql.json(members)}, 'test', 'test')
        returning id`;
      return crew?.id ?? '';
    },
  };
}

/** A form with one file, and text parts. */
export function fileForm(content: string | Uint8Array, name: string, parts: Record<string, string> = {}) {
  const form = new FormData();
  for (const [key, part] of Object.entries(parts)) form.set(key, part);
  form.set('file', new File([content as string], name));
  return form;
}
