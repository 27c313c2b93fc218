import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { endOf } from '../../support/import-file';
import { cellsOf, csvFile, listFiles, sheetFile } from '../../support/list-files';
import { faultsOf, freshCode, unknownId } from '../../support/project-system';
import { commonWbsSystem, type WbsSystem } from '../../support/wbs-system';

let system: WbsSystem;
let files: ReturnType<typeof listFiles>;

beforeAll(async () => {
  system = await commonWbsSystem();
  files = listFiles(system.request, '/api/v1/wbs');
});
afterAll(() => system.stop());

const update = { updateExisting: 'true' };

interface Item {
  wbsCode: string;
  path: string;
  level: number;
  version: number;
  name: string;
}

async function itemsOf(projectId: string): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const page = `/api/v1/wbs?scope=project&projectId=${projectId}&limit=100&skip=${items.length}`;
    const { body } = await system.request('GET', page);
    items.push(...body.data);
    if (!body.hasMore) return items;
  }
}

const pathsOf = async (projectId: string) => (await itemsOf(projectId)).map(({ path }) => path).sort();
const counts = ({ imported, updated, skipped, errorCount }: Record<string, number>) => [
  imported,
  updated,
  skipped,
  errorCount,
];
const eventsOf = async () => {
  const rows = await system.sql`select payload from equipment_wbs.outbox order by position`;
  return rows.map(({ payload }) => payload);
};
/** Imports codes with their parents into a new project; `-` is no parent named. */
async function imported(rows: readonly string[], parts: Record<string, string> = {}) {
  const projectId = await system.newProject();
  const file = csvFile(['WBS Code,Name,Parent Code', ...rows]);
  return { projectId, result: await files.imported(file, { projectId, ...parts }) };
}

describe('GET /api/v1/wbs/template', () => {
  test('200: labels, units, an example that the import leaves out, and what each key means', async () => {
    const file = await files.template();
    expect(file.name).toBe('WBS Template.xlsx');
    const { WBS: [header, example] = [], Fields: explained = [] } = await cellsOf(file);
    expect(header?.slice(0, 3)).toEqual(['WBS Code', 'Name', 'Parent Code']);
    expect(header).toContain('Budget Hours (h)');
    expect(example?.[0]).toBe('Example');
    expect(explained.map((row) => row[1])).toContain('parentCode');
    const result = await files.imported(file);
    expect(counts(result)).toEqual([0, 0, 0, 0]);
    expect(result.columns.every(({ field }: { field: string | null }) => field !== null)).toBe(true);
  });
});

describe('GET /api/v1/wbs/export', () => {
  test.each(['xlsx', 'csv'])(
    '200: %s that is imported again changes nothing, into another project the same',
    async (format) => {
      const projectId = await system.newProject();
      const source = await system.newItem();
      const root = await system.newItem({ projectId, wbsCode: '50', name: '=Piping "A", 1', sortOrder: -5 });
      await system.newItem({
        ...{
          projectId,
          wbsCode: '007',
          name: "- first\n'=second",
          parentId: root.id,
          budgetHours: 26000.125,
        },
        ...{ costType: 'direct', discipline: 'piping', isActive: false, sourceWbsId: source.id },
      });
      await system.newItem({ projectId, wbsCode: '50.10', name: 'A root beside it' });
      const before = [await itemsOf(projectId), await eventsOf()];
      const file = await files.exported(`scope=project&projectId=${projectId}&format=${format}`);
      expect(file.name).toEndWith(`.${format}`);
      expect(counts(await files.imported(file, update))).toEqual([0, 0, 3, 0]);
      expect([await itemsOf(projectId), await eventsOf()]).toEqual(before);
      const other = await system.newProject();
      const [header = []] = Object.values(await cellsOf(file))[0] ?? [];
      const column = String.fromCharCode(65 + header.indexOf('Project Id'));
      const mapping = JSON.stringify({ [`[${column}]`]: null });
      expect(counts(await files.imported(file, { projectId: other, mapping }))).toEqual([3, 0, 0, 0]);
      expect(await pathsOf(other)).toEqual(await pathsOf(projectId));
      const own = ({ wbsCode, name, version, level, ...more }: Item & Record<string, unknown>) => [
        ...[wbsCode, name, version, level],
        ...[more.budgetHours, more.isActive, more.sourceWbsId, more.sortOrder],
      ];
      const sorted = async (id: string) => (await itemsOf(id)).map((item) => own({ ...item })).sort();
      expect(await sorted(other)).toEqual(await sorted(projectId));
    },
  );

  test('200: universal items and those of the project in one file come back to their trees', async () => {
    const projectId = await system.newProject();
    const universal = await system.newItem();
    await system.newItem({ projectId, wbsCode: '10' });
    const file = await files.exported(`projectId=${projectId}&search=Piping`);
    const { total } = (await system.request('GET', `/api/v1/wbs?projectId=${projectId}&search=Piping`)).body;
    expect(counts(await files.imported(file, { ...update, projectId }))).toEqual([0, 0, total, 0]);
    const item = (await system.request('GET', `/api/v1/wbs/${universal.id}`)).body;
    expect(item.version).toBe(1);
  });

  test('422: an unknown format; tree is no filter of a file', async () => {
    const { status, body } = await system.request('GET', '/api/v1/wbs/export?format=pdf&tree=true');
    expect([status, faultsOf(body)]).toEqual([422, { format: 'ENUM', tree: 'UNKNOWN_FIELD' }]);
  });
});

describe('POST /api/v1/wbs/import', () => {
  test('200: parents stand below their children, by their codes or by the code alone', async () => {
    const { projectId, result } = await imported([
      '50.10.20,Valves,',
      'Z,Elsewhere,50.10',
      '50.10,Above ground,50',
      '50,Piping,',
      '7-1/A,By the code,',
      '7,Seven,',
      '08_15:3,No parent here,',
    ]);
    expect(counts(result)).toEqual([7, 0, 0, 0]);
    expect(await pathsOf(projectId)).toEqual([
      ...['08_15:3', '50', '50/50.10', '50/50.10/50.10.20', '50/50.10/Z', '7', '7/7-1/A'],
    ]);
  });

  test('200: the longest code that is stored counts as much as one of the file', async () => {
    const projectId = await system.newProject();
    await system.newItem({ projectId, wbsCode: 'a' });
    await system.newItem({ projectId, wbsCode: 'A.1', parentCode: 'A' });
    const before = (await eventsOf()).length;
    const file = csvFile(['wbsCode,name', 'a.1.2,Two', 'A.1.2-3,Three', 'A.12,Twelve']);
    expect(counts(await files.imported(file, { projectId }))).toEqual([3, 0, 0, 0]);
    expect(await pathsOf(projectId)).toEqual(['a', 'a/A.1', 'a/A.1/a.1.2', 'a/A.1/a.1.2/A.1.2-3', 'a/A.12']);
    expect((await eventsOf()).slice(before)).toEqual([{ projectId, wbsCodes: ['a.1.2', 'A.1.2-3', 'A.12'] }]);
  });

  test('200: a missing parent, a cycle and what is below them are errors of their rows, the others are stored', async () => {
    const { projectId, result } = await imported([
      'A,Fine,',
      'B,Lost,NOWHERE',
      'B.1,Below lost,',
      'C,Round,D',
      'D,Round,E',
      'E,Round,C',
      'F,Below round,E',
      'G,Itself,G',
      'a,Twice,',
      ',No code,',
      'H,,',
      'H-1,Below nameless,',
    ]);
    expect(counts(result)).toEqual([1, 0, 0, 11]);
    const message = new Map(
      result.errors.map(({ row, message }: { row: number; message: string }) => [row, message]),
    );
    expect([3, 4, 5, 8, 9, 10].map((row) => message.get(row))).toEqual([
      'parentCode: is neither a code of the file nor of an item of the same scope and project',
      'parentCode: the item is not stored because B above it, in row 3, is not',
      'parentCode: is the item itself or below it',
      'parentCode: the item is not stored because E above it, in row 7, is not',
      'parentCode: is the item itself or below it',
      'wbsCode: row 10 has the same code as row 2',
    ]);
    expect(await pathsOf(projectId)).toEqual(['A']);
  });

  test('200: at most eight levels, also below items that move', async () => {
    const chain = Array.from({ length: 10 }, (_, at) => `L${at + 1},Level,${at === 0 ? '' : `L${at}`}`);
    const { projectId, result } = await imported(chain);
    expect(counts(result)).toEqual([8, 0, 0, 2]);
    expect(result.errors[0]).toEqual({
      row: 10,
      message: 'parentCode: would make the tree deeper than 8 levels',
    });
    await files.imported(csvFile(['wbsCode,name', 'R,Root']), { projectId });
    const deeper = await files.imported(csvFile(['wbsCode,parentCode', 'L1,R', 'L8,R']), {
      projectId,
      ...update,
    });
    expect([counts(deeper), deeper.errors[0].row]).toEqual([[0, 1, 0, 1], 2]);
    expect(await pathsOf(projectId)).toContain('R/L8');
  });

  test('200: updateExisting moves items with all below them, which keep their version', async () => {
    const { projectId } = await imported(['A,A,', 'A.1,A1,', 'A.1.1,A11,', 'B,B,', 'B.1,B1,']);
    const swap = csvFile(['wbsCode,parentCode', 'A,B.1', 'B,A.1', 'A.1,root', 'B.1,B']);
    const result = await files.imported(swap, { projectId, ...update });
    expect(counts(result)).toEqual([0, 3, 1, 0]);
    expect(await pathsOf(projectId)).toEqual([...['A.1', 'A.1/A.1.1', 'A.1/B', 'A.1/B/B.1', 'A.1/B/B.1/A']]);
    const versions = new Map((await itemsOf(projectId)).map(({ wbsCode, version }) => [wbsCode, version]));
    expect(['A', 'B', 'A.1', 'B.1', 'A.1.1'].map((code) => versions.get(code))).toEqual([2, 2, 2, 1, 1]);
    const round = await files.imported(csvFile(['wbsCode,parentCode', 'A.1,A']), { projectId, ...update });
    expect([counts(round), round.errors[0].message]).toEqual([
      [0, 0, 0, 1],
      'parentCode: is the item itself or below it',
    ]);
    const skipped = await files.imported(csvFile(['wbsCode,parentCode', 'A.1.1,B']), { projectId });
    expect(counts(skipped)).toEqual([0, 0, 1, 0]);
  });

  test('200: updateExisting changes the fields of the file alone; a row that changes nothing keeps its version', async () => {
    const projectId = await system.newProject();
    await system.newItem({ projectId, wbsCode: '10', name: 'Old', budgetHours: 5, responsible: 'Jane' });
    await system.newItem({ projectId, wbsCode: '20', name: 'Same', budgetHours: 1000.5 });
    const before = (await eventsOf()).length;
    const file = csvFile(['Code;Title;Budget Hours (h);Note', '10;New;1.000,5;x', '20;Same;1.000,50;']);
    const result = await files.imported(file, { projectId, ...update, decimalSeparator: ',' });
    expect(counts(result)).toEqual([0, 1, 1, 0]);
    expect(result.warnings.map(({ message }: { message: string }) => message)).toEqual([
      'The column D "Note" is left out: no field has this header.',
    ]);
    const [one, two] = (await itemsOf(projectId)).sort((a, b) => (a.wbsCode < b.wbsCode ? -1 : 1));
    expect(one).toMatchObject({ name: 'New', budgetHours: 1000.5, responsible: 'Jane', version: 2 });
    expect(two).toMatchObject({ version: 1 });
    expect((await eventsOf()).length).toBe(before);
  });

  test('200: a dry run says what the run then does, and stores nothing', async () => {
    const projectId = await system.newProject();
    const file = sheetFile([
      ['Structure of the work'],
      ['No title here', null, null],
      ['WBS', 'Title', 'Parent'],
      ['10', 'Site', null],
      ['10.1', 'Roads', '10'],
      ['20', 'Lost', '30'],
    ]);
    const dry = await files.imported(file, { projectId, dryRun: 'true' });
    expect([counts(dry), await itemsOf(projectId)]).toEqual([[2, 0, 0, 1], []]);
    expect(await files.imported(file, { projectId })).toEqual(dry);
    expect(await pathsOf(projectId)).toEqual(['10', '10/10.1']);
  });

  test('200: rows name their trees themselves; one of another project than the request is an error', async () => {
    const [one, other] = [await system.newProject(), await system.newProject()];
    const code = freshCode('U-');
    const rows = [
      `${code},All,universal,`,
      `10,One,,${one}`,
      `10,Other,project,${other}`,
      `20,None,project,`,
    ];
    const file = csvFile(['wbsCode,name,scope,projectId', ...rows, `30,Unknown,,${unknownId}`]);
    const free = await files.imported(file);
    expect(counts(free)).toEqual([3, 0, 0, 2]);
    expect(free.errors).toEqual([
      { row: 5, message: 'projectId: is required in scope project' },
      { row: 6, message: 'projectId: is not a project' },
    ]);
    const bound = await files.imported(file, { projectId: one });
    expect(counts(bound)).toEqual([1, 0, 2, 2]);
    expect(bound.errors.map(({ row }: { row: number }) => row)).toEqual([4, 6]);
    expect([await pathsOf(one), await pathsOf(other)]).toEqual([['10', '20'].sort(), ['10']]);
  });

  test('200: fields of projects are errors in the universal catalogue, as are unknown sources', async () => {
    const code = freshCode('U-');
    const result = await files.imported(csvFile(['wbsCode,name,budgetHours', `${code},X,5`]));
    expect(result.errors).toEqual([{ row: 2, message: 'budgetHours: is a field of items of projects only' }]);
    const projectId = await system.newProject();
    const file = csvFile(['wbsCode,name,sourceWbsId', `1,X,${unknownId}`]);
    const { errors } = await files.imported(file, { projectId });
    expect(errors).toEqual([{ row: 2, message: 'sourceWbsId: is not a universal WBS item' }]);
  });

  test('400: no column for the code; 404: unknown project; 413: too many rows; 422: faults of the form', async () => {
    const header = await files.upload(csvFile(['name', 'A']));
    expect([header.status, header.body.code]).toEqual([400, 'FILE_UNREADABLE']);
    const type = await files.upload(new File(['%PDF-1.4'], 'wbs.pdf'));
    expect([type.status, type.body.code]).toEqual([400, 'UNSUPPORTED_FILE_TYPE']);
    const unknown = await files.upload(csvFile(['wbsCode,name', '1,A']), { projectId: unknownId });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
    const many = Array.from({ length: 10_001 }, (_, at) => `M${at},Many`);
    const large = await files.upload(csvFile(['wbsCode,name', ...many]));
    expect([large.status, large.body.code]).toEqual([413, 'FILE_TOO_LARGE']);
    expect(large.body.detail).toContain('POST /api/v1/wbs/import/async takes up to 100000');
    const form = await files.upload(csvFile(['wbsCode']), { scope: 'all', projectId: 'x', mode: 'y' });
    expect([form.status, faultsOf(form.body)]).toEqual([
      422,
      { scope: 'ENUM', projectId: 'FORMAT', mode: 'UNKNOWN_FIELD' },
    ]);
  });
});

describe('POST /api/v1/wbs/import/async', () => {
  const run = async (file: File, parts: Record<string, string>) => {
    const { status, body } = await files.upload(file, parts, 'import/async');
    if (status !== 200) throw new Error(JSON.stringify(body));
    return endOf({ mto: { request: system.takeoff } }, body.taskId);
  };

  test('200: more than a request takes, polled where imports of takeoff lines are', async () => {
    const projectId = await system.newProject();
    const rows = Array.from({ length: 10_500 }, (_, at) => `${Math.floor(at / 100)}.${at % 100},Item ${at}`);
    const roots = Array.from({ length: 105 }, (_, at) => `${at},Root ${at}`);
    const file = csvFile(['wbsCode,name', ...rows, ...roots, 'X,']);
    const task = await run(file, { projectId });
    expect(task).toMatchObject({
      ...{
        type: 'wbs-import',
        status: 'completed-with-errors',
        projectId,
        dryRun: false,
        updateExisting: false,
      },
      result: { imported: 10_605, updated: 0, skipped: 0, failed: 1 },
      errors: [{ row: 10_607, field: 'name', column: 'B', code: 'REQUIRED' }],
    });
    const { body } = await system.request('GET', `/api/v1/wbs?scope=project&projectId=${projectId}&level=2`);
    expect(body.total).toBe(10_500);
    const again = await run(file, { projectId, ...update });
    expect(again.result).toMatchObject({ imported: 0, updated: 0, skipped: 10_605, failed: 1 });
  });

  test('404: unknown project; 400: another type; 422: faults of the form', async () => {
    const send = (file: File, parts: Record<string, string>) => files.upload(file, parts, 'import/async');
    const unknown = await send(csvFile(['wbsCode,name', '1,A']), { projectId: unknownId });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
    const type = await send(new File(['%PDF-1.4'], 'wbs.pdf'), {});
    expect([type.status, type.body.code]).toEqual([400, 'UNSUPPORTED_FILE_TYPE']);
    const form = await send(csvFile(['wbsCode']), { mapping: '{"a":"b"}' });
    expect([form.status, faultsOf(form.body)]).toEqual([422, { 'mapping.a': 'UNKNOWN_FIELD' }]);
  });
});
