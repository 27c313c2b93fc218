import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CrewSystem, commonCrewSystem, freshCode } from '../support/crew-system';
import { csvFile, listFiles } from '../support/list-files';
import type { Answer } from '../support/system';

type Body = Answer['body'];

let system: CrewSystem;
let request: CrewSystem['request'];

beforeAll(async () => {
  system = await commonCrewSystem();
  request = system.request;
});
afterAll(() => system.stop());

const rounds = 6;
const designations = ['Foreman', 'Journeyman', 'Apprentice', 'Helper'];

const deadlocks = async (): Promise<number> => {
  const [row] = await system.sql`
    select deadlocks::int from pg_stat_database where datname = current_database()`;
  return row?.deadlocks;
};

/** Lets writers begin at once; none may fail for the sake of another. */
async function race(...writers: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const answers = await Promise.all(writers.map((write) => write()));
  const failed = answers.filter(({ status }) => status >= 500);
  expect(failed.map(({ status, body }) => ({ status, body }))).toEqual([]);
  return answers;
}

async function newTrades(count: number): Promise<Body[]> {
  const tradeCode = freshCode('T');
  return Promise.all(
    designations.slice(0, count).map((laborDesignation) => system.newTrade({ tradeCode, laborDesignation })),
  );
}

const memberOf = (quantity: number) => (trade: Body) => system.persons(trade, quantity);
const putCrew = (crew: Body, trades: Body[], quantity: number) =>
  request('PUT', `/v1/crews/${crew.id}`, { json: { labourMembers: trades.map(memberOf(quantity)) } });

describe('writers of records that refer to each other, at once', () => {
  test('PUT /v1/crew-trades/{tradeId} 200 for each designation of a code that gets another code', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const trades = await newTrades(4);
      const rename = (trade: Body) => () =>
        request('PUT', `/v1/crew-trades/${trade.id}`, { json: { tradeCode: `${trade.tradeCode}-X` } });
      const answers = await race(...trades.toReversed().map(rename));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
  });

  test('PUT /v1/crews/{crewId} beside the rename of trades that the crews are of', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const trades = await newTrades(3);
      const crews: Body[] = [];
      for (let at = 0; at < 3; at += 1)
        crews.push(await system.newCrew({ labourMembers: trades.map(memberOf(1)) }));
      const rename = (trade: Body) => () =>
        request('PUT', `/v1/crew-trades/${trade.id}`, { json: { laborDesignation: `${round} new` } });
      await race(
        rename(trades[0]),
        () => putCrew(crews[2], trades, 2),
        () => putCrew(crews[0], trades.toReversed(), 3),
        () => putCrew(crews[1], trades, 4),
      );
    }
  });

  test('DELETE /api/v1/crews/trades/{tradeCode}/cascade beside PUT /v1/crews/{crewId}', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [going, staying] = [await newTrades(2), await newTrades(2)];
      const crews: Body[] = [];
      for (let at = 0; at < 3; at += 1)
        crews.push(await system.newCrew({ labourMembers: [...going, ...staying].map(memberOf(1)) }));
      await race(
        () => request('DELETE', `/api/v1/crews/trades/${going[0].tradeCode}/cascade`),
        () => request('DELETE', `/api/v1/crews/trades/${staying[0].tradeCode}/cascade`),
        () => putCrew(crews[2], staying, 2),
        () => putCrew(crews[0], [...staying, ...going], 3),
      );
      const { body } = await request('GET', `/v1/crews/${crews[1].id}`);
      expect(body.labourMembers).toEqual([]);
    }
  });

  test('POST /v1/crew-members/bulk-import that changes cards beside the rename and the removal of their trade', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [trade, other] = [await newTrades(1), await newTrades(1)].flat();
      const quarters = ['Q1', 'Q2', 'Q3', 'Q4'];
      for (const quarter of quarters)
        for (const one of [trade, other]) await system.newCard(one, { quarter });
      const rows = quarters
        .toReversed()
        .flatMap((quarter) =>
          [trade, other].map(
            ({ tradeCode, laborDesignation }) =>
              `${tradeCode},${laborDesignation},CA,Western Canada,Alberta,2025,${quarter},petrochemical,CAD,6${round}`,
          ),
        );
      const header =
        'tradeCode,laborDesignation,country,region,province,year,quarter,projectType,currency,baseWage';
      const files = listFiles(request, '/api/v1/crews/members');
      const imported = () => files.imported(csvFile([header, ...rows]), { updateExisting: 'true' });
      await Promise.all([
        imported(),
        race(
          () => request('PUT', `/v1/crew-trades/${trade.id}`, { json: { laborDesignation: `${round}` } }),
          () => request('DELETE', `/api/v1/crews/trades/${other.tradeCode}/cascade`),
        ),
        imported(),
      ]);
    }
  });

  test('none of them ended another: trades are locked before crews and rate cards, and all of these in one order', async () => {
    expect(await deadlocks()).toBe(0);
  });
});
