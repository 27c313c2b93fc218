import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cellsOf, csvFile, listFiles, sheetFile } from '../../support/list-files';
import { commonTradeSystem, faultsOf, freshCode, type TradeSystem } from '../../support/trade-system';

let system: TradeSystem;
let files: ReturnType<typeof listFiles>;

beforeAll(async () => {
  system = await commonTradeSystem();
  files = listFiles(system.request, '/api/v1/crews/trades');
});
afterAll(() => system.stop());

const update = { updateExisting: 'true' };
const dryRun = { dryRun: 'true' };
const tradesOf = async (code: string) =>
  (await system.request('GET', `/v1/crew-trades?limit=100&tradeCode=${code}`)).body.data;
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

describe('GET /api/v1/crews/trades/template', () => {
  test('200: labels, drop-downs, an example that the import leaves out, and what each key means', async () => {
    const file = await files.template();
    expect(file.name).toBe('Trades Template.xlsx');
    const { Trades: [header, example, ...others] = [], Fields: explained = [] } = await cellsOf(file);
    expect(header?.slice(0, 3)).toEqual(['Trade Code', 'Labour Designation', 'Trade Name']);
    expect([example?.[0], others]).toEqual(['Example', []]);
    expect(explained.map((row) => row[1])).toContain('skillLevel');
    const skill = explained.find((row) => row[1] === 'skillLevel');
    expect(skill?.slice(3, 6)).toEqual([
      'no',
      'choice',
      'supervisory, skilled, trainee, semi-skilled, unskilled',
    ]);
    const result = await files.imported(file);
    expect(counts(result)).toEqual([0, 0, 0, 0]);
    expect(result.columns.every(({ field }: { field: string | null }) => field !== null)).toBe(true);
    expect(result.warnings[0].message).toContain('Row 2 is left out');
  });
});

describe('GET /api/v1/crews/trades/export', () => {
  test.each(['xlsx', 'csv'])('200: %s that is imported again changes nothing', async (format) => {
    const code = freshCode('T');
    await system.newTrade({
      tradeCode: code,
      laborDesignation: '=Foreman "A", 1',
      description: "- first\n'=second",
      disciplines: ['piping', 'civil'],
      skillLevel: 'semi-skilled',
      isSupervisory: true,
      sortOrder: -5,
    });
    await system.newTrade({ tradeCode: code, tradeName: '@007', isActive: false });
    const before = [await tradesOf(code), await eventCount()];
    const file = await files.exported(`tradeCode=${code.toLowerCase()}&format=${format}`);
    expect(file.name).toEndWith(`.${format}`);
    expect(counts(await files.imported(file, update))).toEqual([0, 0, 2, 0]);
    expect(counts(await files.imported(file))).toEqual([0, 0, 2, 0]);
    expect([await tradesOf(code), await eventCount()]).toEqual(before);
  });

  test('200: brings back what was deleted, in its order', async () => {
    const code = freshCode('T');
    const made = [
      await system.newTrade({ tradeCode: code, laborDesignation: 'Foreman', description: '+1' }),
      await system.newTrade({ tradeCode: code, laborDesignation: 'Helper', disciplines: ['general'] }),
    ];
    const file = await files.exported(`tradeCode=${code}&format=csv`);
    for (const { id } of made) await system.request('DELETE', `/v1/crew-trades/${id}`);
    expect(counts(await files.imported(file))).toEqual([2, 0, 0, 0]);
    const again = await tradesOf(code);
    expect(
      again.map((trade: Record<string, unknown>) => [trade.laborDesignation, trade.description]),
    ).toEqual([
      ['Helper', null],
      ['Foreman', '+1'],
    ]);
  });

  test('200: CSV has a byte order mark, CR LF, and no cell that a program takes for a formula', async () => {
    const code = freshCode('T');
    await system.newTrade({ tradeCode: code, description: '=1+1', sortOrder: -1 });
    const { status, headers, body } = await system.request(
      'GET',
      `/api/v1/crews/trades/export?format=csv&tradeCode=${code}`,
    );
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
    expect(text.startsWith('\ufeffTrade Code,Labour Designation,')).toBe(true);
    expect(text.split('\r\n')[1]).toBe(`${code},Journeyman,,'=1+1,,,No,-1,Yes`);
  });

  test('422: unknown filter, paging', async () => {
    const { status, body } = await system.request('GET', '/api/v1/crews/trades/export?limit=5&format=pdf');
    expect([status, faultsOf(body)]).toEqual([422, { limit: 'UNKNOWN_FIELD', format: 'ENUM' }]);
  });
});

describe('POST /api/v1/crews/trades/import', () => {
  test('200: headers below a title, labels and keys; invalid rows are told of, the others stored', async () => {
    const code = freshCode('T');
    const result = await files.imported(
      sheetFile([
        ['Trades of the north', null, null],
        [],
        ['Trade Code', 'LABOUR designation', 'Skill Level', 'isSupervisory', 'Colour'],
        [code, 'Foreman', 'Supervisory', 'Y', 'red'],
        [code, 'Helper', 'clever', 'no', null],
        [code, null, null, null, null],
        ['a b', 'Helper', null, null, null],
      ]),
    );
    expect(counts(result)).toEqual([1, 0, 0, 3]);
    expect(result.errors.map(({ row }: { row: number }) => row)).toEqual([5, 6, 7]);
    expect(result.warnings).toEqual([
      { row: 3, message: 'The column E "Colour" is left out: no field has this header.' },
    ]);
    const columns = result.columns.map((one: Record<string, unknown>) => [one.field, one.how, one.invalid]);
    expect(columns).toEqual([
      ['tradeCode', 'key', 1],
      ['laborDesignation', 'label', 1],
      ['skillLevel', 'key', 1],
      ['isSupervisory', 'key', 0],
      [null, 'none', 0],
    ]);
    expect(await tradesOf(code)).toMatchObject([
      { laborDesignation: 'Foreman', skillLevel: 'supervisory', isSupervisory: true, version: 1 },
    ]);
  });

  test('200: a trade that is twice in the file is an error that names both rows', async () => {
    const code = freshCode('T');
    const result = await files.imported(
      csvFile(['tradeCode,laborDesignation', `${code},Diver`, `${code},Welder`, `${code}, diver `]),
    );
    expect(counts(result)).toEqual([2, 0, 0, 1]);
    expect(result.errors).toEqual([
      { row: 4, message: 'tradeCode: row 4 has the same trade and designation as row 2' },
    ]);
  });

  test('200: with updateExisting columns of the file change, others stay; without it rows are skipped', async () => {
    const trade = await system.newTrade({ description: 'kept', skillLevel: 'trainee' });
    const rows = ['Trade Code,Designation,skillLevel', `${trade.tradeCode.toLowerCase()},JOURNEYMAN,skilled`];
    expect(counts(await files.imported(csvFile(rows)))).toEqual([0, 0, 1, 0]);
    expect(await tradesOf(trade.tradeCode)).toEqual([trade]);
    expect(counts(await files.imported(csvFile(rows), update))).toEqual([0, 1, 0, 0]);
    const [after] = await tradesOf(trade.tradeCode);
    expect(after).toMatchObject({ ...trade, skillLevel: 'skilled', version: 2, updatedAt: after.updatedAt });
  });

  test('200: a trade that becomes inactive is told of with its rate cards', async () => {
    const trade = await system.newTrade();
    await system.newCard(trade);
    const before = await eventCount();
    const rows = ['tradeCode,laborDesignation,isActive', `${trade.tradeCode},Journeyman,no`];
    await files.imported(csvFile(rows), update);
    expect(await eventCount()).toBe(before + 1);
  });

  test('200: a dry run answers as the run and stores nothing', async () => {
    const trade = await system.newTrade();
    const rows = [
      'tradeCode,laborDesignation,sortOrder',
      `${trade.tradeCode},Journeyman,7`,
      'T-NEW,Helper,x',
    ];
    const file = csvFile([...rows, `${freshCode('T')},Helper,1`]);
    const tried = await files.imported(file, { ...update, ...dryRun });
    expect(await tradesOf(trade.tradeCode)).toEqual([trade]);
    expect(tried).toEqual(await files.imported(file, update));
    expect(counts(tried)).toEqual([1, 1, 0, 1]);
  });

  test('200: mapping by header and by column, null, and defaults', async () => {
    const code = freshCode('T');
    const file = csvFile(['Gewerk,Rolle,Rolle,Active', `${code},x,Helper,no`]);
    const result = await files.imported(file, {
      mapping: JSON.stringify({
        Farbe: null,
        ' gewerk ': 'tradeCode',
        '[C]': 'laborDesignation',
        '[b]': null,
        Active: null,
      }),
      defaults: JSON.stringify({ sortOrder: 4, disciplines: ['civil'] }),
    });
    expect(counts(result)).toEqual([1, 0, 0, 0]);
    expect(result.warnings).toEqual([
      { row: 0, message: 'The mapping names a column that the file does not have: "farbe".' },
    ]);
    expect(result.columns.map(({ how }: { how: string }) => how)).toEqual(Array(4).fill('mapping'));
    expect(await tradesOf(code)).toMatchObject([
      { laborDesignation: 'Helper', sortOrder: 4, disciplines: ['civil'], isActive: true },
    ]);
  });

  test('200: numbers that can be read in two ways by the column, else by decimalSeparator, else an error', async () => {
    const row = (sortOrder: string) => [
      'tradeCode,laborDesignation,sortOrder',
      `${freshCode('T')},Helper,${sortOrder}`,
    ];
    expect((await files.imported(csvFile(row('"1,234"')))).errors[0].message).toContain(
      'can be read in two ways',
    );
    const point = await files.imported(csvFile(row('"1,234"')), { decimalSeparator: '.' });
    expect(counts(point)).toEqual([1, 0, 0, 0]);
    const comma = await files.imported(csvFile(row('1.234')), { decimalSeparator: ',' });
    expect(counts(comma)).toEqual([1, 0, 0, 0]);
    const [header = '', one = ''] = row('"1,234"');
    const proved = await files.imported(csvFile([header, one, `${freshCode('T')},Helper,"2,000,000"`]));
    expect(counts(proved)).toEqual([2, 0, 0, 0]);
  });

  test('200: words of the path are no codes; one that exists is changed and found by its identifier', async () => {
    const rows = ['tradeCode,laborDesignation', 'Import,Helper'];
    expect((await files.imported(csvFile(rows))).errors[0].message).toContain('must not be one of template');
    await system.sql`insert into crews_rates.trade (trade_code, labor_designation, is_supervisory, is_active, created_by, updated_by)
      values ('import', 'Helper', false, true, 'test', 'test')`;
    expect(counts(await files.imported(csvFile(rows)))).toEqual([0, 0, 1, 0]);
    const [{ id }] = await tradesOf('import');
    const found = await system.request('GET', `/api/v1/crews/trades/${id}`);
    expect([found.status, found.body.tradeCode, found.body.designations.length]).toEqual([200, 'import', 1]);
    const changed = await system.request('PATCH', `/api/v1/crews/trades/${id}`, { json: { sortOrder: 3 } });
    expect([changed.status, changed.body.sortOrder]).toEqual([200, 3]);
    const refused = await system.request('POST', '/api/v1/crews/trades', {
      json: { tradeCode: 'template', laborDesignation: 'Helper' },
    });
    expect([refused.status, faultsOf(refused.body)]).toEqual([422, { tradeCode: 'FORMAT' }]);
    await system.request('DELETE', `/v1/crew-trades/${id}`);
  });

  test('422: faults of the form, all at once, before those of the file', async () => {
    const { status, body } = await files.upload(csvFile(['nothing']), {
      mapping: '{"A":"colour","B":3}',
      defaults: '{"sortOrder":"x","size":1}',
      decimalSeparator: ';',
      force: 'true',
    });
    expect(status).toBe(422);
    expect(faultsOf(body)).toEqual({
      force: 'UNKNOWN_FIELD',
      decimalSeparator: 'ENUM',
      'mapping.A': 'UNKNOWN_FIELD',
      'mapping.B': 'TYPE',
      'defaults.sortOrder': 'TYPE',
      'defaults.size': 'UNKNOWN_FIELD',
    });
  });

  test('400: two columns of one field; what the message advises helps', async () => {
    const rows = ['tradeCode,laborDesignation,Designation', `${freshCode('T')},Helper,Foreman`];
    const { status, body } = await files.upload(csvFile(rows));
    expect([status, body.code]).toEqual([400, 'FILE_UNREADABLE']);
    const mapping = /mapping (\{.*?\})/.exec(body.detail)?.[1] ?? '';
    expect(counts(await files.imported(csvFile(rows), { mapping }))).toEqual([1, 0, 0, 0]);
  });

  test.each([
    [
      'no header is known',
      ['Rates 2026', 'Kürzel;Bezeichnung;Satz', 'PF;Rohrschlosser;61,20'],
      [null, null, null],
    ],
    [
      'a header that is needed is missing',
      ['tradeCode,Bezeichnung', 'PF,Rohrschlosser'],
      ['tradeCode', null],
    ],
  ])(
    '400: %s; the columns come with it, so that a mapping names them',
    async (_, [first = '', ...others], fields) => {
      const rows = [first, ...others].map((row) => row.replace('PF', freshCode('T')));
      const { status, body } = await files.upload(csvFile(rows));
      expect([status, body.code]).toEqual([400, 'FILE_UNREADABLE']);
      expect(body.columns.map(({ field }: { field: string | null }) => field)).toEqual(fields);
      expect(body.columns[1]).toMatchObject({
        column: 'B',
        header: 'Bezeichnung',
        how: 'none',
        samples: ['Rohrschlosser'],
      });
      const mapping = JSON.stringify({ '[A]': 'tradeCode', '[B]': 'laborDesignation', '[C]': null });
      expect(counts(await files.imported(csvFile(rows), { mapping }))).toEqual([1, 0, 0, 0]);
    },
  );

  test('400: no header row; 422: a form without a file', async () => {
    const none = await files.upload(csvFile(['a,b', '1,2']));
    expect([none.status, none.body.code]).toEqual([400, 'FILE_UNREADABLE']);
    const { status, body } = await system.request('POST', '/api/v1/crews/trades/import', {
      form: new FormData(),
    });
    expect([status, faultsOf(body)]).toEqual([422, { file: 'REQUIRED' }]);
  });

  test('413: more than 10,000 rows, with the path that takes them', async () => {
    const code = freshCode('T');
    const rows = Array.from({ length: 10_001 }, (_, at) => `${code},D${at}`);
    const { status, body } = await files.upload(csvFile(['tradeCode,laborDesignation', ...rows]));
    expect([status, body.code]).toEqual([413, 'FILE_TOO_LARGE']);
    expect(body.detail).toBe(
      'The file has more than 10000 rows; POST /api/v1/crews/trades/import/async takes up to 100000.',
    );
  });
});
