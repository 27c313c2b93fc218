import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CrewSystem, commonCrewSystem, faultsOf, freshCode } from '../../support/crew-system';
import { endOf } from '../../support/import-file';
import { cellsOf, csvFile, listFiles } from '../../support/list-files';

let system: CrewSystem;

beforeAll(async () => {
  system = await commonCrewSystem();
});
afterAll(() => system.stop());

const statusPath = '/api/v1/mto/import/status';

async function run(path: string, file: File, parts: Record<string, string> = {}) {
  const { status, body } = await listFiles(system.request, path).upload(file, parts, 'import/async');
  if (status !== 200) throw new Error(`The upload was answered ${status}: ${JSON.stringify(body)}`);
  return endOf({ mto: { request: system.askLines } }, body.taskId);
}

const cards = '/api/v1/crews/members';
const cardHeader = 'tradeCode,laborDesignation,country,year,quarter,currency,baseWage,projectType';

describe('POST /api/v1/crews/members/import/async', () => {
  test('200: what is too much for a request; the same file again changes nothing', async () => {
    const { tradeCode } = await system.newTrade();
    const rows = Array.from(
      { length: 10_001 },
      (_, at) => `${tradeCode},Journeyman,CA,${1990 + (at % 100)},Q1,CAD,50.5,Type ${at}`,
    );
    const file = csvFile([cardHeader, ...rows], 'cards.csv');
    const refused = await listFiles(system.request, cards).upload(file);
    expect([refused.status, refused.body.code]).toEqual([413, 'FILE_TOO_LARGE']);
    expect(refused.body.detail).toContain(`POST ${cards}/import/async takes up to 100000`);
    const task = await run(cards, file);
    expect(task).toMatchObject({
      ...{ type: 'rate-card-import', status: 'completed', errorCount: 0, warnings: [] },
      progress: { current: 10_001, total: 10_001 },
      result: { imported: 10_001, updated: 0, skipped: 0, failed: 0 },
    });
    expect(task.columns).toHaveLength(8);
    const again = await run(cards, file, { updateExisting: 'true' });
    expect(again.result).toMatchObject({ imported: 0, updated: 0, skipped: 10_001 });
    const { body } = await system.request('GET', `${cards}?tradeCode=${tradeCode}&skip=10000`);
    expect(body).toMatchObject({ total: 10_001, data: [{ projectType: 'Type 10000', version: 1 }] });
  });

  test('200: rows that fail are told of by cell, and their workbook can be corrected and sent again', async () => {
    const { tradeCode } = await system.newTrade();
    const row = (wage: string, trade = tradeCode) =>
      `${trade},Journeyman,CA,2025,Q3,CAD,${wage},Type ${wage}`;
    const task = await run(
      cards,
      csvFile([cardHeader, row('50'), row('fifty'), row('51', 'NONE'), row('50')]),
    );
    expect(task).toMatchObject({ status: 'completed-with-errors', result: { imported: 1, failed: 3 } });
    expect(task.errors.map(({ row, column, field, code }) => [row, column, field, code])).toEqual([
      [3, 'G', 'baseWage', 'NOT_A_NUMBER'],
      [4, 'A', 'tradeCode', 'TRADE_NOT_FOUND'],
      [5, 'A', 'tradeCode', 'DUPLICATE'],
    ]);
    const wages = { column: 'G', header: 'baseWage', field: 'baseWage', how: 'key', filled: 4, invalid: 1 };
    expect(task.columns).toContainEqual(expect.objectContaining(wages));
    const brief = await system.askLines('GET', `${statusPath}/${task.taskId}?details=false`);
    expect(Object.keys(brief.body)).not.toContain('columns');
    const { body } = await system.askLines('GET', `${statusPath}/${task.taskId}/errors`);
    const errors = new File([body], 'errors.xlsx');
    expect(Object.values(await cellsOf(errors))[0]).toHaveLength(4);
    const again = await listFiles(system.request, cards).imported(errors, { dryRun: 'true' });
    expect(again.errors.map(({ row }: { row: number }) => row)).toEqual([2, 3]);
  });

  test('422: faults of the form; 400: no table file', async () => {
    const { upload } = listFiles(system.request, cards);
    const wrong = await upload(csvFile(['a']), { mapping: '[]', mode: 'append' }, 'import/async');
    expect([wrong.status, faultsOf(wrong.body)]).toEqual([422, { mode: 'UNKNOWN_FIELD', mapping: 'TYPE' }]);
    const other = await upload(new File(['%PDF-1.4'], 'rates.pdf'), {}, 'import/async');
    expect([other.status, other.body.code]).toEqual([400, 'UNSUPPORTED_FILE_TYPE']);
  });
});

describe('POST /api/v1/crews/trades/import/async', () => {
  test('200: defaults and mapping are those of the request; a file without the columns fails', async () => {
    const code = freshCode('T');
    const parts = { mapping: '{"role":"laborDesignation"}', defaults: `{"tradeCode":"${code}"}` };
    const task = await run('/api/v1/crews/trades', csvFile(['Role,Skill Level', 'Helper,unskilled']), parts);
    expect(task).toMatchObject({ type: 'trade-import', status: 'completed', result: { imported: 1 } });
    const { body } = await system.request('GET', `/api/v1/crews/trades/${code}`);
    expect(body).toMatchObject({ laborDesignation: 'Helper', skillLevel: 'unskilled' });
    const failed = await run('/api/v1/crews/trades', csvFile(['Role,Skill Level', 'Helper,unskilled']));
    expect([failed.status, failed.error?.code]).toEqual(['failed', 'NO_KNOWN_HEADER']);
    expect(failed.columns).toEqual([
      expect.objectContaining({ column: 'A', header: 'Role', field: null, samples: ['Helper'] }),
      expect.objectContaining({ column: 'B', header: 'Skill Level', field: 'skillLevel' }),
    ]);
  });
});
