import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { workbookFixture } from '@consulting/spreadsheet/workbook-fixture';
import { utils, write } from '@e965/xlsx';
import Papa from 'papaparse';
import {
  commonTradeSystem,
  faultsOf,
  fileForm,
  freshCode,
  type TradeSystem,
} from '../../support/trade-system';

let system: TradeSystem;

beforeAll(async () => {
  system = await commonTradeSystem();
});
afterAll(() => system.stop());

const path = '/v1/crew-members/bulk-import';
const upload = (form: FormData, headers?: Record<string, string>) =>
  system.request('POST', path, { form, headers });
const update = { updateExisting: 'true' };

const header = 'tradeCode,laborDesignation,country,year,quarter,currency,baseWage';
const csv = (rows: string[], columns = header) => [columns, ...rows].join('\n');

async function importCsv(rows: string[], parts: Record<string, string> = {}, columns = header) {
  const { status, body } = await upload(fileForm(csv(rows, columns), 'cards.csv', parts));
  if (status !== 200) throw new Error(`The import was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

const cardsOf = async (tradeCode: string) =>
  (await system.request('GET', `/v1/crew-members?limit=100&tradeCode=${tradeCode}`)).body.data;

const rowsOf = (messages: { row: number }[]) => messages.map(({ row }) => row);

describe('POST /v1/crew-members/bulk-import', () => {
  test('413: a file of more than 10 MiB; 200: of 1,500 bad rows the first 1,000 are listed and all are counted', async () => {
    const large = await upload(fileForm('x'.repeat(10 * 1024 * 1024 + 1), 'cards.csv'));
    expect([large.status, large.body.code]).toEqual([413, 'FILE_TOO_LARGE']);
    const result = await importCsv(Array.from({ length: 1500 }, () => 'T,J,CA,2025,Q3,CAD,x'));
    expect([result.imported, result.errors.length, result.errorCount]).toEqual([0, 1000, 1500]);
  });

  test('400 of a file that ends within a quote, with an Idempotency-Key: no transaction is open while it is read', async () => {
    const columns = `${header},remarks`;
    const form = fileForm(
      `${csv(Array(9_000).fill(`T,J,CA,2025,Q3,CAD,50,${'x'.repeat(900)}`), columns)}\n"`,
      'cards.csv',
    );
    let isAnswered = false;
    const answered = upload(form, { 'idempotency-key': freshCode('K') }).finally(() => {
      isAnswered = true;
    });
    const open: number[] = [];
    let looks = 0;
    for (; !isAnswered; looks += 1) {
      const [row] = await system.sql`select count(*)::int as open from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`;
      if (row?.open > 0) open.push(looks);
    }
    const { status, body } = await answered;
    expect([status, body.code]).toEqual([400, 'FILE_UNREADABLE']);
    // At the end there is one for a moment: the key is claimed, and given back.
    expect(open[0] ?? looks).toBeGreaterThanOrEqual(looks / 2);
  });

  test('200: CSV, new cards in the order of the file', async () => {
    const { tradeCode } = await system.newTrade();
    const rows = [
      `${tradeCode},Journeyman,CA,2025,Q3,CAD,50.25`,
      `${tradeCode.toLowerCase()},JOURNEYMAN,us,2024,q1,usd,60`,
    ];
    const { columns, ...result } = await importCsv(rows);
    expect(result).toEqual({
      imported: 2,
      updated: 0,
      skipped: 0,
      errors: [],
      errorCount: 0,
      warnings: [],
    });
    expect(columns).toHaveLength(7);
    expect(columns[6]).toEqual({
      ...{ sheet: 'cards', column: 'G', header: 'baseWage', field: 'baseWage', how: 'key' },
      ...{ unit: 'currency/h', samples: ['50.25', '60'], filled: 2, invalid: 0, proposals: [] },
    });
    const [first, second] = await cardsOf(tradeCode);
    expect(first).toMatchObject({ tradeCode, country: 'CA', baseWage: 50.25, weeklyStraightTimeLimit: 40 });
    expect(first).toMatchObject({ straightTimeRate: 50.25, version: 1, createdBy: 'tester' });
    expect(second).toMatchObject({ country: 'US', quarter: 'Q1', currency: 'USD' });
  });

  test('200: the first sheet of a workbook, with the aliases of rates.md 2.3', async () => {
    const { tradeCode } = await system.newTrade();
    const columns = [
      'Trade',
      'Classification',
      'Country',
      'State',
      'Year',
      'Quarter',
      'Currency',
      'Base Rate',
    ];
    const factors = ['OT Factor', 'DT Factor', 'WCB %', 'LOA', 'County'];
    const row = [
      tradeCode,
      'Journeyman',
      'US',
      'Alaska',
      2026,
      'Q2',
      'USD',
      58.33,
      1.6,
      2.2,
      3.1,
      90,
      'Anchorage',
    ];
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([[...columns, ...factors], row]), 'Rates');
    utils.book_append_sheet(book, utils.aoa_to_sheet([['nothing']]), 'Notes');
    const file = write(book, { type: 'buffer', bookType: 'xlsx' });
    const { status, body } = await upload(fileForm(file, 'rates.xlsx'));
    expect([status, body.imported, body.errors]).toEqual([200, 1, []]);
    expect(await cardsOf(tradeCode)).toMatchObject([
      {
        province: 'Alaska',
        baseWage: 58.33,
        overtimeMultiplier: 1.6,
        doubleTimeMultiplier: 2.2,
        workersCompPercent: 3.1,
        perDiemPerDay: 90,
      },
    ]);
  });

  for (const [aliases, key] of [
    [['Trade'], 'tradeCode'],
    [['Designation', 'Labour Designation', 'Classification'], 'laborDesignation'],
    [['Wage', 'Base Rate'], 'baseWage'],
    [['State'], 'province'],
    [['OT Factor'], 'overtimeMultiplier'],
    [['DT Factor'], 'doubleTimeMultiplier'],
    [['WCB %', 'Workers Comp %'], 'workersCompPercent'],
    [['LOA', 'Per Diem'], 'perDiemPerDay'],
  ] as const) {
    test.each([...aliases])(`200: the header %s is ${key}`, async (alias) => {
      const { tradeCode } = await system.newTrade();
      const values: Record<string, string> = {
        tradeCode,
        laborDesignation: 'Journeyman',
        country: 'CA',
        province: '3',
        year: '2025',
        quarter: 'Q3',
        currency: 'CAD',
        baseWage: '3',
        overtimeMultiplier: '3',
        doubleTimeMultiplier: '3',
        workersCompPercent: '3',
        perDiemPerDay: '3',
      };
      const names = Object.keys(values).map((name) => (name === key ? alias : name));
      await importCsv([Object.values(values).join()], {}, names.join());
      const [card] = await cardsOf(tradeCode);
      expect(String(card[key])).toBe(values[key] as string);
    });
  }

  test('200: existing combinations are skipped', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade, { province: 'Alberta' });
    const row = `${trade.tradeCode},Journeyman,CA,2025,Q3,CAD,99,ALBERTA`;
    expect(await importCsv([row], {}, `${header},province`)).toMatchObject({ imported: 0, skipped: 1 });
    expect(await cardsOf(trade.tradeCode)).toEqual([card]);
  });

  test('200: existing combinations are updated; only columns of the file change', async () => {
    const trade = await system.newTrade();
    const stored = { weeklyStraightTimeLimit: null, unionStatus: 'union', remarks: 'kept', isActive: false };
    const card = await system.newCard(trade, { province: 'Alberta', source: 'old', ...stored });
    const rows = [`${trade.tradeCode},Journeyman,CA,2025,Q3,CAD,99.5,Alberta,`];
    const result = await importCsv(rows, update, `${header},province,source`);
    expect(result).toMatchObject({ imported: 0, updated: 1, skipped: 0, errorCount: 0, warnings: [] });
    const [changed] = await cardsOf(trade.tradeCode);
    expect(changed).toMatchObject({ id: card.id, baseWage: 99.5, source: null, version: 2, ...stored });
    const again = await importCsv(rows, update, `${header},province,source`);
    expect(again).toMatchObject({ updated: 0, skipped: 1 });
    expect((await cardsOf(trade.tradeCode))[0].version).toBe(2);
  });

  test('200: a blank cell restores the default, and says that there is no weekly limit', async () => {
    const trade = await system.newTrade();
    await system.newCard(trade, { overtimeMultiplier: 3 });
    const row = `${trade.tradeCode},Journeyman,CA,2025,Q3,CAD,50,,`;
    await importCsv([row], update, `${header},overtimeMultiplier,weeklyStraightTimeLimit`);
    expect(await cardsOf(trade.tradeCode)).toMatchObject([
      { overtimeMultiplier: 1.5, weeklyStraightTimeLimit: null },
    ]);
  });

  test('200: of rows that repeat a combination the first counts, the others are skipped and named', async () => {
    const { tradeCode } = await system.newTrade({ laborDesignation: 'Diver' });
    const row = (wage: number, name = 'Diver') => `${tradeCode},${name},US,2026,Q2,USD,${wage}`;
    const result = await importCsv([row(92.83), row(53.03, ' diver '), row(61.42)]);
    expect(result).toMatchObject({ imported: 1, updated: 0, skipped: 2, errors: [] });
    expect(result.warnings).toEqual([
      { row: 3, message: `${tradeCode} Diver: the row repeats the combination of row 2 and was skipped` },
      { row: 4, message: `${tradeCode} Diver: the row repeats the combination of row 2 and was skipped` },
    ]);
    expect(await cardsOf(tradeCode)).toMatchObject([{ baseWage: 92.83 }]);
  });

  test('200: with updateExisting a repeated row updates the first and is named', async () => {
    const { tradeCode } = await system.newTrade();
    const row = (wage: number) => `${tradeCode},Journeyman,US,2026,Q2,USD,${wage}`;
    const result = await importCsv([row(50), row(51), row(52)], update);
    expect(result).toMatchObject({ imported: 1, updated: 2, skipped: 0, errors: [] });
    expect(rowsOf(result.warnings)).toEqual([3, 4]);
    expect(await cardsOf(tradeCode)).toMatchObject([{ baseWage: 52, version: 1 }]);
    const again = await importCsv([row(60), row(61)], update);
    expect(again).toMatchObject({ imported: 0, updated: 2, skipped: 0 });
    expect(rowsOf(again.warnings)).toEqual([3]);
    expect(await cardsOf(tradeCode)).toMatchObject([{ baseWage: 61, version: 2 }]);
  });

  test('200: skipped rows that repeat one that exists are named too', async () => {
    const trade = await system.newTrade();
    await system.newCard(trade);
    const row = `${trade.tradeCode},Journeyman,CA,2025,Q3,CAD,99`;
    const result = await importCsv([row, row]);
    expect([result.skipped, rowsOf(result.warnings)]).toEqual([2, [3]]);
  });

  test('200: invalid rows and unknown trades are errors by spreadsheet row, the others are stored', async () => {
    const { tradeCode } = await system.newTrade();
    const result = await importCsv([
      `${tradeCode},Journeyman,CA,2025,Q3,CAD,50`,
      ',,,,,,',
      `${tradeCode},Diver,CA,2025,Q3,CAD,50`,
      `${tradeCode},Journeyman,XX,1980,Q9,,-5`,
      `${tradeCode},Journeyman,CA,2025,Q4,CAD,fifty`,
      '',
      `${tradeCode},Journeyman,CA,2025,Q2,CAD,50`,
    ]);
    expect(result).toMatchObject({ imported: 2, updated: 0, skipped: 0 });
    expect(rowsOf(result.errors)).toEqual([4, 5, 6]);
    const [unknown, invalid, text] = result.errors.map(({ message }: { message: string }) => message);
    expect(unknown).toBe(`tradeCode: there is no trade ${tradeCode} Diver`);
    for (const field of ['country', 'year', 'quarter', 'currency', 'baseWage']) {
      expect(invalid).toContain(`${field}: `);
    }
    expect(text).toBe('baseWage: fifty is not a number');
    expect(await cardsOf(tradeCode)).toHaveLength(2);
  });

  test('200: a row that is invalid does not make the next of its combination a repeat', async () => {
    const { tradeCode } = await system.newTrade();
    const row = (wage: string) => `${tradeCode},Journeyman,CA,2025,Q3,CAD,${wage}`;
    const result = await importCsv([row('0'), row('50')]);
    expect(result).toMatchObject({ imported: 1, skipped: 0, warnings: [] });
    expect(rowsOf(result.errors)).toEqual([2]);
  });

  test('200: an update that would be invalid is an error', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade, { effectiveFrom: '2025-07-01' });
    const row = `${trade.tradeCode},Journeyman,CA,2025,Q3,CAD,99,2025-06-30`;
    const result = await importCsv([row], update, `${header},effectiveTo`);
    expect([result.updated, result.errors[0]?.message]).toEqual([
      0,
      'effectiveTo: must not be before effectiveFrom',
    ]);
    expect(await cardsOf(trade.tradeCode)).toEqual([card]);
  });

  test('200: a header alone', async () => {
    expect(await importCsv([])).toMatchObject({
      imported: 0,
      updated: 0,
      skipped: 0,
      errorCount: 0,
      warnings: [{ row: 1, message: 'The file has a header row and no rows with data below it.' }],
    });
  });

  test('200: once for an Idempotency-Key', async () => {
    const { tradeCode } = await system.newTrade();
    const send = () =>
      upload(fileForm(csv([`${tradeCode},Journeyman,CA,2025,Q3,CAD,50`]), 'cards.csv'), {
        'idempotency-key': tradeCode,
      });
    const [first, second] = [await send(), await send()];
    expect(first.body).toMatchObject({ imported: 1, skipped: 0 });
    expect(second.body).toEqual(first.body);
  });

  test('200: 10,000 rows, then all of them again', async () => {
    const { tradeCode } = await system.newTrade();
    const row = (n: number) =>
      `${tradeCode},Journeyman,CA,${1990 + (n % 100)},Q${1 + (Math.floor(n / 100) % 4)},CAD,50,Type ${Math.floor(n / 400)}`;
    const rows = Array.from({ length: 10_000 }, (_, n) => row(n));
    const columns = `${header},projectType`;
    expect(await importCsv(rows, {}, columns)).toMatchObject({ imported: 10_000, errors: [], warnings: [] });
    const changed = rows.map((one) => one.replace(',50,', ',55.5,'));
    expect(await importCsv(changed, update, columns)).toMatchObject({ imported: 0, updated: 10_000 });
    expect(await importCsv(rows, {}, columns)).toMatchObject({ imported: 0, skipped: 10_000 });
    const { body } = await system.request('GET', `/v1/crew-members?tradeCode=${tradeCode}&skip=9999`);
    expect(body).toMatchObject({ total: 10_000, data: [{ baseWage: 55.5, version: 2 }] });
  });

  test('200: two imports of one file at once store each card once', async () => {
    const { tradeCode } = await system.newTrade();
    const rows = Array.from({ length: 100 }, (_, n) => `${tradeCode},Journeyman,CA,${2000 + n},Q1,CAD,50`);
    const [one, other] = await Promise.all([importCsv(rows), importCsv(rows.toReversed())]);
    expect([one.imported + other.imported, one.skipped + other.skipped]).toEqual([100, 100]);
    expect((await system.request('GET', `/v1/crew-members?tradeCode=${tradeCode}`)).body.total).toBe(100);
  });

  test('200: a card that someone else is storing meanwhile exists', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade, { year: 2001 });
    const result = await system.amid(
      (tx) => tx`update crews_rates.rate_card set year = 2002 where id = ${card.id}`,
      () => importCsv([`${trade.tradeCode},Journeyman,CA,2002,Q3,CAD,99`]),
    );
    expect(result).toMatchObject({ imported: 0, skipped: 1, errors: [] });
  });

  test('200: a trade that someone else is deleting meanwhile is unknown', async () => {
    const { id, tradeCode } = await system.newTrade();
    const result = await system.amid(
      (tx) => tx`delete from crews_rates.trade where id = ${id}`,
      () => importCsv([`${tradeCode},Journeyman,CA,2002,Q3,CAD,99`]),
    );
    expect(result.errors).toEqual([
      { row: 2, message: `tradeCode: there is no trade ${tradeCode} Journeyman` },
    ]);
  });

  test('200: every card of the example data has the rates that were computed for it', async () => {
    const rowsIn = (name: string) =>
      Papa.parse<Record<string, string>>(
        readFileSync(`${import.meta.dir}/../../../example/data/${name}`, 'utf8'),
        {
          header: true,
          skipEmptyLines: true,
        },
      ).data;
    for (const { tradeCode, laborDesignation } of rowsIn('trades.csv')) {
      await system.newTrade({ tradeCode, laborDesignation });
    }
    const file = readFileSync(`${import.meta.dir}/../../../example/data/rate-cards.csv`);
    const { body } = await upload(fileForm(file, 'rate-cards.csv'));
    expect(body).toMatchObject({ imported: 191, errors: [], warnings: [] });
    for (const wanted of rowsIn('rate-cards-expected.csv')) {
      const keys = [
        'tradeCode',
        'laborDesignation',
        'country',
        'region',
        'province',
        'year',
        'quarter',
        'projectType',
      ];
      const query = new URLSearchParams(keys.map((key): [string, string] => [key, wanted[key] ?? '']));
      const { body } = await system.request('GET', `/v1/crew-members?${query}&limit=100`);
      const found = body.data.find((card: Record<string, unknown>) =>
        keys.every((key) => String(card[key] ?? '') === wanted[key]),
      );
      const { straightTime, overtime, doubleTime } = found.rates;
      const lines = [straightTime, overtime, doubleTime];
      expect([...lines.map(({ burdened }) => burdened), ...lines.map(({ allIn }) => allIn)]).toEqual(
        ['burdenedST', 'burdenedOT', 'burdenedDT', 'allInST', 'allInOT', 'allInDT'].map((key) =>
          Number(wanted[key]),
        ),
      );
      expect(Object.values(found.weeklyHours)).toEqual(
        ['stHours', 'otHours', 'dtHours'].map((key) => Number(wanted[key])),
      );
    }
  });

  test('400: without required columns, and nothing is stored', async () => {
    const { tradeCode } = await system.newTrade();
    const file = csv(
      [`${tradeCode},Journeyman,CA,2025,CAD`],
      'tradeCode,laborDesignation,country,year,currency',
    );
    const { status, body } = await upload(fileForm(file, 'cards.csv'));
    expect([status, body.code]).toEqual([400, 'FILE_UNREADABLE']);
    expect(body.detail).toContain('quarter, baseWage');
    expect(await cardsOf(tradeCode)).toEqual([]);
  });

  test('400: two columns of one field', async () => {
    const { status, body } = await upload(fileForm(csv([], `${header},Wage`), 'cards.csv'));
    expect([status, body.code]).toEqual([400, 'FILE_UNREADABLE']);
  });

  test('413: a header row wider than 1,024 columns, a workbook of more than 200 sheets', async () => {
    const wide = await upload(fileForm(csv([], `${header}${',x'.repeat(10_000)}`), 'cards.csv'));
    expect([wide.status, wide.body.code]).toEqual([413, 'FILE_TOO_LARGE']);
    expect(wide.body.detail).toContain('at most 1024 columns');
    const sheets = workbookFixture({ sheets: Array.from({ length: 201 }, () => ({})) });
    const many = await upload(fileForm(sheets, 'cards.xlsx'));
    expect([many.status, many.body.detail]).toEqual([413, 'The workbook has more than 200 sheets.']);
  });

  test('400: a file that cannot be read', async () => {
    const broken = await upload(fileForm(new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3]), 'cards.xlsx'));
    expect([broken.status, broken.body.code]).toEqual([400, 'FILE_UNREADABLE']);
    const picture = await upload(
      fileForm(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), 'cards.png'),
    );
    expect([picture.status, picture.body.code]).toEqual([400, 'UNSUPPORTED_FILE_TYPE']);
    const empty = await upload(fileForm('', 'cards.csv'));
    expect([empty.status, empty.body.code]).toEqual([400, 'FILE_UNREADABLE']);
  });

  test('400: no file, unknown part, value that is no boolean', async () => {
    const form = new FormData();
    form.set('updateExisting', 'perhaps');
    form.set('mode', 'replace');
    const { status, body } = await upload(form);
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual({ updateExisting: 'TYPE', mode: 'UNKNOWN_FIELD', file: 'REQUIRED' });
  });

  test('415: a body of another media type', async () => {
    const { status, body } = await system.request('POST', path, { json: { file: freshCode('F') } });
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});
