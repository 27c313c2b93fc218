import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cellsOf, csvFile, listFiles, sheetFile } from '../../support/list-files';
import { commonTradeSystem, type TradeSystem } from '../../support/trade-system';

let system: TradeSystem;
let files: ReturnType<typeof listFiles>;

beforeAll(async () => {
  system = await commonTradeSystem();
  files = listFiles(system.request, '/api/v1/crews/members');
});
afterAll(() => system.stop());

const update = { updateExisting: 'true' };
const header = 'tradeCode,laborDesignation,country,year,quarter,currency,baseWage';
const cardsOf = async (tradeCode: string) =>
  (await system.request('GET', `/api/v1/crews/members?limit=100&tradeCode=${tradeCode}`)).body.data;
const counts = ({ imported, updated, skipped, errorCount }: Record<string, number>) => [
  imported,
  updated,
  skipped,
  errorCount,
];
const eventCount = async () => {
  const [found] = await system.sql`select count(*)::int as events from crews_rates.outbox`;
  return found?.events;
};
const whole = {
  ...{ region: 'Western Canada', province: 'Alberta', projectType: 'petrochemical' },
  ...{ shiftPremiumPerHour: 1.234, overtimeMultiplier: 1.75, dailyStraightTimeLimit: 8 },
  ...{ weeklyStraightTimeLimit: null, sixthDayRule: 'double', hoursPerShift: 12, daysPerWeek: 6 },
  ...{ vacationHolidayPercent: 10.1234, fringeBasis: 'hours-paid', pensionPerHour: 8.2, perDiemPerDay: 1234 },
  ...{ unionStatus: 'open-shop', agreementReference: '007', source: '=cmd()', remarks: 'a "b"\n, c;d' },
  ...{ effectiveFrom: '2025-07-01', effectiveTo: '2025-09-30', isActive: false },
};

describe('GET /api/v1/crews/members/template', () => {
  test('200: units in the headers, an example that is left out, every column known', async () => {
    const file = await files.template();
    const { 'Rate Cards': [headers = [], example = []] = [], Fields: explained = [] } = await cellsOf(file);
    expect(headers).toContain('Base Wage (currency/h)');
    expect(headers).toContain('Per Diem (currency/day)');
    expect(headers).toContain("Workers' Compensation (%)");
    expect([example[0], explained.length]).toEqual(['Example', headers.length + 1]);
    const result = await files.imported(file);
    expect([counts(result), result.warnings.length]).toEqual([[0, 0, 0, 0], 2]);
    expect(result.columns.every(({ field }: { field: string | null }) => field !== null)).toBe(true);
  });
});

describe('GET /api/v1/crews/members/export', () => {
  test.each(['xlsx', 'csv'])('200: %s that is imported again changes nothing', async (format) => {
    const trade = await system.newTrade();
    await system.newCard(trade, whole);
    await system.newCard(trade, { year: 2024 });
    await system.newCard(trade, { country: 'US', currency: 'USD' });
    const before = [await cardsOf(trade.tradeCode), await eventCount()];
    const file = await files.exported(`tradeCode=${trade.tradeCode}&country=CA&format=${format}`);
    expect(Object.values(await cellsOf(file))[0]).toHaveLength(3);
    expect(counts(await files.imported(file, update))).toEqual([0, 0, 2, 0]);
    expect([await cardsOf(trade.tradeCode), await eventCount()]).toEqual(before);
  });

  test('200: brings back cards that were deleted, value by value', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade, whole);
    const file = await files.exported(`tradeCode=${trade.tradeCode}&format=csv`);
    await system.request('DELETE', `/api/v1/crews/members/${card.id}`);
    expect(counts(await files.imported(file))).toEqual([1, 0, 0, 0]);
    const { id, memberId, createdAt, updatedAt, ...values } = card;
    expect(await cardsOf(trade.tradeCode)).toMatchObject([values]);
    const { body } = await system.request('GET', `/v1/crew-members?tradeCode=${trade.tradeCode}`);
    expect(body.total).toBe(1);
  });

  test('200: more cards than are read at once, in the order of the list', async () => {
    const { tradeCode } = await system.newTrade();
    const rows = Array.from(
      { length: 1234 },
      (_, at) => `${tradeCode},Journeyman,CA,${1990 + (at % 100)},Q1,CAD,50,Type ${at}`,
    );
    await files.imported(csvFile([`${header},projectType`, ...rows]));
    const file = await files.exported(`tradeCode=${tradeCode}&projectType=type%207`);
    expect(Object.values(await cellsOf(file))[0]).toHaveLength(2);
    const all = Object.values(await cellsOf(await files.exported(`tradeCode=${tradeCode}`)))[0] ?? [];
    const place = all[0]?.indexOf('Project Type') ?? -1;
    expect(all.slice(1).map((cells) => cells[place])).toEqual(rows.map((_, at) => `Type ${at}`));
  });
});

describe('POST /api/v1/crews/members/import', () => {
  test('200: a table of another layout by mapping, defaults and aliases', async () => {
    const trade = await system.newTrade({ laborDesignation: 'BOILERMAKER' });
    const result = await files.imported(
      csvFile([
        'State,County,Classification,Base rate,Fringe',
        'Alaska,Anchorage,Boilermaker,"58,33","28,79"',
        'Alaska,Anchorage,Unknown,41.35,1',
      ]),
      {
        mapping: JSON.stringify({ fringe: 'otherFringePerHour', '[B]': null }),
        defaults: JSON.stringify({
          ...{ tradeCode: trade.tradeCode, country: 'us', year: 2026, quarter: 'Q2', currency: 'USD' },
        }),
      },
    );
    expect([counts(result), result.warnings]).toEqual([[1, 0, 0, 1], []]);
    expect(await cardsOf(trade.tradeCode)).toMatchObject([
      { country: 'US', province: 'Alaska', baseWage: 58.33, otherFringePerHour: 28.79, year: 2026 },
    ]);
  });

  test('200: a combination that is twice in the file is an error that names both rows', async () => {
    const { tradeCode } = await system.newTrade();
    const row = (wage: number) => `${tradeCode},Journeyman,US,2026,Q2,USD,${wage}`;
    for (const parts of [{}, update]) {
      const result = await files.imported(csvFile([header, row(92.83), row(53.03), row(61.42)]), parts);
      expect(result.errors).toEqual([
        { row: 3, message: 'tradeCode: row 3 has the same trade, place and period as row 2' },
        { row: 4, message: 'tradeCode: row 4 has the same trade, place and period as row 2' },
      ]);
    }
    expect(await cardsOf(tradeCode)).toMatchObject([{ baseWage: 92.83, version: 1 }]);
  });

  test('200: a dry run answers as the run, and stores nothing', async () => {
    const trade = await system.newTrade();
    await system.newCard(trade, { province: 'Alberta' });
    const row = (province: string, wage: string) =>
      `${trade.tradeCode},Journeyman,CA,2025,Q3,CAD,${wage},${province}`;
    const file = csvFile([
      `${header},province`,
      row('Alberta', '51'),
      row('Ontario', '52'),
      row('Quebec', '0'),
    ]);
    const before = [await cardsOf(trade.tradeCode), await eventCount()];
    const tried = await files.imported(file, { ...update, dryRun: 'true' });
    expect([await cardsOf(trade.tradeCode), await eventCount()]).toEqual(before);
    expect(await files.imported(file, update)).toEqual(tried);
    expect(counts(tried)).toEqual([1, 1, 0, 1]);
  });

  test('400: a column in another unit; what the message advises helps', async () => {
    const { tradeCode } = await system.newTrade();
    const rows = [
      [
        'Trade',
        'Designation',
        'Country',
        'Year',
        'Quarter',
        'Currency',
        'Base Wage (CAD/h)',
        'Pension (CAD/week)',
      ],
      [tradeCode, 'Journeyman', 'CA', 2025, 'Q3', 'CAD', 50, 8],
    ];
    const { status, body } = await files.upload(sheetFile(rows));
    expect([status, body.code]).toEqual([400, 'FILE_UNREADABLE']);
    const mapping = /mapping (\{.*?\})/.exec(body.detail)?.[1] ?? '';
    expect(counts(await files.imported(sheetFile(rows), { mapping }))).toEqual([1, 0, 0, 0]);
  });
});
