import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { priceRowsChanged } from '@consulting/kernel/contracts/crews-rates';
import { languages, titles } from '@consulting/mto-documents/domain/report/language/language';
import { read, utils } from '@e965/xlsx';
import { csvFile, importFile, linesOf } from '../../support/import-file';
import { bookOf } from '../../support/price-books';
import { commonTakeoffLines, faultsOf } from '../../support/takeoff-lines';
import { until } from '../../support/until';

const { system, projectWith, call } = await commonTakeoffLines();
const { records } = system;

const { own } = await projectWith(
  { itemNumber: 1, description: 'Pipe', unitOfMeasure: 'm', quantity: 10, nominalPipeSize: 2 },
  { itemNumber: 2, description: 'Pipe', unitOfMeasure: 'm', quantity: 4, nominalPipeSize: 4 },
  { itemNumber: 3, description: 'Valve', unitOfMeasure: 'ea', quantity: 1, materialUnitPrice: 90 },
);

beforeAll(async () => {
  const ofSize = (size: number) => [{ field: 'nominalPipeSize', equals: size }];
  const material = { target: 'materialUnitPrice', unitOfMeasure: 'm' };
  records.priceBooks.set(
    'NORMS',
    bookOf('NORMS', [{ rowCode: 'P-1', target: 'unitManHours', unitOfMeasure: 'm', value: 0.5 }]),
  );
  records.priceBooks.set(
    'QUOTES',
    bookOf('QUOTES', [
      { rowCode: 'Q-2', ...material, value: 20, conditions: ofSize(2) },
      { rowCode: 'Q-4', ...material, value: 30, conditions: ofSize(4) },
    ]),
  );
  const { body } = await call('POST', '/mto/price', { json: { projectId: own, books: ['NORMS', 'QUOTES'] } });
  expect(body).toMatchObject({ matched: 3, updated: 2 });
});

afterAll(() => system.stop());

const exported = async (query: string) => {
  const { status, body } = await call('GET', `/mto/export?projectId=${own}&${query}`);
  expect(status).toBe(200);
  return body;
};
const textOf = (body: string | ArrayBuffer): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);

const pricesOfFirst = 'materialUnitPrice: QUOTES Q-2; unitManHours: NORMS P-1';

describe('GET /api/v1/mto/export?columns=pricing', () => {
  test('200 names book and row of each price, as CSV, NDJSON and on every sheet', async () => {
    const csv = textOf(await exported('format=csv&columns=itemNumber,pricing'));
    expect(csv.split('\r\n')).toEqual([
      'Item No.,Price Rows',
      `1,"${pricesOfFirst}"`,
      '2,"materialUnitPrice: QUOTES Q-4; unitManHours: NORMS P-1"',
      '3,',
      '',
    ]);
    const [first] = textOf(await exported('format=ndjson&columns=pricing')).split('\n');
    expect(JSON.parse(first ?? '')).toEqual({ pricing: pricesOfFirst });
    const { Sheets } = read(await exported('format=multi-sheet&columns=pricing,itemNumber'));
    const rows = utils.sheet_to_json<unknown[]>(Sheets.Piping ?? {}, { header: 1 });
    expect(rows.slice(0, 2)).toEqual([
      ['Price Rows', 'Item No.'],
      [pricesOfFirst, 1],
    ]);
  });

  test('200 has no such column unless it is chosen and some line has a price', async () => {
    expect(textOf(await exported('format=csv'))).not.toContain('Price Rows');
    const selected = await call('POST', '/mto/export', {
      json: {
        ...{ projectId: own, format: 'csv', columns: ['itemNumber', 'pricing'], omitEmpty: true },
        filters: { conditions: [{ field: 'isPriced', operator: 'equals', value: false }] },
      },
    });
    expect(textOf(selected.body)).toBe('Item No.\r\n3\r\n');
  });

  test('200 is read back without the column, and the import says so', async () => {
    const csv = textOf(
      await exported('format=csv&columns=itemNumber,description,quantity,unitOfMeasure,pricing'),
    );
    const { own: projectId, service: serviceId } = await projectWith();
    const other = { projectId, serviceId };
    const task = await importFile(system, other, csvFile(csv), { discipline: 'piping' });
    expect(task.result).toMatchObject({ imported: 3, failed: 0 });
    expect(task.warnings).toMatchObject([{ code: 'UNKNOWN_FIELD', value: 'Price Rows' }]);
    expect((await linesOf(system, other)).map(({ pricing }) => pricing)).toEqual([null, null, null]);
  });

  test('422 for other keys that lines have and fields do not', async () => {
    const answer = await call('GET', `/mto/export?projectId=${own}&columns=pricing,crewRateMatched`);
    expect(faultsOf(answer)).toEqual(['columns UNKNOWN_FIELD']);
  });
});

describe('GET /api/v1/mto/project/{projectId}/report of priced lines', () => {
  const report = async (query: string, id = own) => {
    const { status, body } = await call('GET', `/mto/project/${id}/report?${query}`);
    expect({ status, detail: body.detail }).toEqual({ status: 200, detail: undefined });
    return body;
  };

  test('200 the workbook has lines, rows and cost by price book, and what no book gave', async () => {
    const at = new Date().toISOString();
    await system.bus.publish(
      priceRowsChanged.subject,
      { priceBook: 'QUOTES', rowCodes: ['Q-4'], at },
      crypto.randomUUID(),
    );
    const rows = async () => {
      const { Sheets } = read(await report('lines=none'));
      return utils.sheet_to_json<unknown[]>(Sheets[titles.en.sections.prices] ?? {}, { header: 1 });
    };
    await until(async () => (await rows()).some((row) => row[0] === 'QUOTES' && row[3] === 1));
    expect((await rows()).slice(-3)).toEqual([
      ['NORMS', 1, 2, 0, 2, 320, 0.7805],
      ['QUOTES', 2, 2, 1, 2, 320, 0.7805],
      [titles.en.withoutPrices, 0, 0, 0, 1, 90, 0.2195],
    ]);
  });

  test.each(languages)(
    '200 HTML in %s has the same section, and none where nothing is priced',
    async (language) => {
      const { sections, columns, severalBooks } = titles[language];
      const page = textOf(await report(`format=html&lines=none&language=${language}`));
      expect(page).toContain(`<h2>${sections.prices}</h2>`);
      for (const text of [columns.priceBook, columns.stalePrices, severalBooks]) expect(page).toContain(text);
      const { own: unpriced } = await projectWith({ itemNumber: 1 });
      expect(textOf(await report('format=html', unpriced))).not.toContain(titles.en.sections.prices);
    },
  );
});
