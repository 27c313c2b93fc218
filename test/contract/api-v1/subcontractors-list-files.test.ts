import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewImports } from '@consulting/kernel/contracts/crews-rates';
import { equipmentImports } from '@consulting/kernel/contracts/equipment-wbs';
import { connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { mto } from '@consulting/mto/service';
import { endOf } from '../../support/import-file';
import { cellsOf, csvFile, listFiles } from '../../support/list-files';
import { answerNoImports } from '../../support/no-imports';
import { faultsOf, freshCode, unknownId, until } from '../../support/project-system';
import { type ServiceUnderTest, startTestSystem } from '../../support/system';

let stop: () => Promise<void>;
let request: ServiceUnderTest['request'];
let takeoff: ServiceUnderTest;

beforeAll(async () => {
  const system = await startTestSystem([clientsProjects, mto]);
  const bus = connectBus({ url: system.natsUrl, name: 'neighbours', log: serviceLog() });
  answerNoImports(bus, crewImports);
  answerNoImports(bus, equipmentImports);
  request = (await system.start(clientsProjects)).request;
  takeoff = await system.start(mto, { MTO_ROLE: 'api' });
  const statusPath = `/api/v1/mto/import/status/${unknownId}`;
  await until(async () => (await takeoff.request('GET', statusPath)).status === 404);
  stop = async () => {
    await bus.close();
    await system.stop();
  };
});
afterAll(() => stop());

const update = { updateExisting: 'true' };
const counts = ({ imported, updated, skipped, errorCount }: Record<string, number>) => [
  imported,
  updated,
  skipped,
  errorCount,
];

async function newProject(more: object = {}) {
  const json = { code: freshCode('C'), name: 'Borealis' };
  const client = (await request('POST', '/v1/clients', { json })).body;
  const { body } = await request('POST', '/v1/projects', {
    json: { name: 'Expansion', clientId: client.id, ...more },
  });
  const path = `/api/v1/projects/${body.id}/subcontractors`;
  return {
    id: body.id as string,
    files: listFiles(request, path),
    add: (json: object) => request('POST', path, { json }),
    all: async () => (await request('GET', `${path}?limit=100`)).body.data,
  };
}

describe('GET /api/v1/projects/{projectId}/subcontractors/template', () => {
  test('200: labels, units, drop-downs, an example that the import leaves out, and what each key means', async () => {
    const { files } = await newProject();
    const file = await files.template();
    expect(file.name).toBe('Subcontractors Template.xlsx');
    const { Subcontractors: [header, example] = [], Fields: explained = [] } = await cellsOf(file);
    expect(header?.slice(0, 2)).toEqual(['Subcontractor Code', 'Name']);
    expect(header).toContain('Bid Amount (currency)');
    expect(example?.[0]).toBe('Example');
    expect(explained.find((row) => row[1] === 'contractType')?.[4]).toBe('choice');
    const result = await files.imported(file);
    expect(counts(result)).toEqual([0, 0, 0, 0]);
    expect(result.columns.every(({ field }: { field: string | null }) => field !== null)).toBe(true);
  });

  test('404: unknown project', async () => {
    const { status, body } = await request('GET', `/api/v1/projects/${unknownId}/subcontractors/template`);
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('GET /api/v1/projects/{projectId}/subcontractors/export', () => {
  test.each(['xlsx', 'csv'])('200: %s that is imported again changes nothing', async (format) => {
    const { files, add, all } = await newProject({ currency: 'CAD' });
    await add({
      ...{ code: '=007', name: '- "North", 1', disciplines: ['piping', 'civil'], status: 'awarded' },
      ...{ approvedChanges: -0.5, contractAmount: 1234567.89, startDate: '2024-02-29', prequalified: false },
      ...{ remarks: "two\nlines\n'=x", rating: 3, contactEmail: 'a@example.com', retainagePercent: 12.5 },
    });
    await add({ name: "''- ditto", remarks: 'x;=HYPERLINK("http://localhost")\n- y', currency: 'USD' });
    const before = await all();
    const file = await files.exported(`format=${format}`);
    expect(file.name).toEndWith(`.${format}`);
    const result = await files.imported(file, update);
    expect([counts(result), result.warnings]).toEqual([[0, 0, 2, 0], []]);
    expect(await all()).toEqual(before);
    const other = await newProject();
    expect(counts(await other.files.imported(file))).toEqual([2, 0, 0, 0]);
    const own = ({
      id,
      subcontractorId,
      projectId,
      createdAt,
      updatedAt,
      ...more
    }: Record<string, unknown>) => more;
    const sorted = (list: Record<string, unknown>[]) =>
      list.map(own).sort((one, two) => (String(one.code) < String(two.code) ? -1 : 1));
    expect(sorted(await other.all())).toEqual(sorted(before));
  });

  test('200: the filters of the list select; 404: unknown project; 422: an unknown format', async () => {
    const { id, files, add } = await newProject();
    await add({ name: 'Awarded', status: 'awarded' });
    await add({ name: 'Invited', status: 'invited' });
    const { Subcontractors: rows = [] } = await cellsOf(await files.exported('status=awarded'));
    expect(rows.map((row) => row[1])).toEqual(['Name', 'Awarded']);
    const path = (project: string) => `/api/v1/projects/${project}/subcontractors/export`;
    expect((await request('GET', path(unknownId))).status).toBe(404);
    const { status, body } = await request('GET', `${path(id)}?format=pdf`);
    expect([status, faultsOf(body)]).toEqual([422, { format: 'ENUM' }]);
  });
});

describe('POST /api/v1/projects/{projectId}/subcontractors/import with the parts of lists', () => {
  test('200: mapping, defaults, decimalSeparator; a dry run says the same and stores nothing', async () => {
    const { files, all } = await newProject({ currency: 'EUR' });
    const rows = ['Bieter;Angebot;Notiz', 'Nord;1.234,50;x', 'Süd;1.234;', ';5;'];
    const file = csvFile(['Vergabe', ...rows]);
    const parts = {
      mapping: '{"Bieter":"name","[B]":"bidAmount"}',
      defaults: '{"status":"bidding"}',
      decimalSeparator: ',',
    };
    const dry = await files.imported(file, { ...parts, dryRun: 'true' });
    expect([counts(dry), await all()]).toEqual([[2, 0, 0, 1], []]);
    expect(await files.imported(file, parts)).toEqual(dry);
    expect(dry.errors).toEqual([{ row: 5, message: 'name: is required' }]);
    expect(dry.warnings).toEqual([
      { row: 2, message: 'The column C "Notiz" is left out: no field has this header.' },
    ]);
    expect(dry.columns.map(({ field, how }: Record<string, string>) => [field, how])).toEqual([
      ['name', 'mapping'],
      ['bidAmount', 'mapping'],
      [null, 'none'],
    ]);
    const stored = (await all()).sort((a: { code: string }, b: { code: string }) =>
      a.code < b.code ? -1 : 1,
    );
    expect(
      stored.map(({ name, bidAmount, currency, status }: Record<string, unknown>) => [
        name,
        bidAmount,
        currency,
        status,
      ]),
    ).toEqual([
      ['Nord', 1234.5, 'EUR', 'bidding'],
      ['Süd', 1234, 'EUR', 'bidding'],
    ]);
  });
});

describe('POST /api/v1/projects/{projectId}/subcontractors/import/async', () => {
  test('200: more than a request takes, polled where imports of takeoff lines are; again changes nothing', async () => {
    const { id, files } = await newProject({ currency: 'CAD' });
    const rows = Array.from({ length: 10_001 }, (_, at) => `S-${at},Company ${at},${at}.5`);
    const file = csvFile(['code,name,bidAmount', ...rows, 'X,,cheap']);
    const refused = await files.upload(file);
    expect([refused.status, refused.body.code]).toEqual([413, 'FILE_TOO_LARGE']);
    const run = async (parts = {}) => {
      const { status, body } = await files.upload(file, parts, 'import/async');
      expect([status, body.status]).toEqual([200, 'queued']);
      return endOf({ mto: takeoff }, body.taskId);
    };
    const task = await run();
    expect(task).toMatchObject({
      ...{ type: 'subcontractor-import', status: 'completed-with-errors', projectId: id, dryRun: false },
      result: { imported: 10_001, updated: 0, skipped: 0, failed: 1 },
    });
    expect(task.errors.map(({ row, column, code }) => [row, column, code])).toEqual([
      [10_003, 'C', 'NOT_A_NUMBER'],
      [10_003, 'B', 'REQUIRED'],
    ]);
    expect((await run(update)).result).toMatchObject({ imported: 0, updated: 0, skipped: 10_001 });
    const { body } = await request('GET', `/api/v1/projects/${id}/subcontractors?search=Company 10000`);
    expect(body.data).toMatchObject([{ code: 'S-10000', currency: 'CAD', version: 1 }]);
    const errors = await takeoff.request('GET', `/api/v1/mto/import/status/${task.taskId}/errors`);
    const [sheet] = Object.values(await cellsOf(new File([errors.body], 'errors.xlsx')));
    expect(sheet).toHaveLength(2);
  });

  test('404: unknown project; 400: another type; 422: faults of the form', async () => {
    const { files } = await newProject();
    const path = `/api/v1/projects/${unknownId}/subcontractors`;
    const unknown = await listFiles(request, path).upload(csvFile(['name', 'A']), {}, 'import/async');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
    const type = await files.upload(new File(['%PDF-1.4'], 'a.pdf'), {}, 'import/async');
    expect([type.status, type.body.code]).toEqual([400, 'UNSUPPORTED_FILE_TYPE']);
    const form = await files.upload(
      csvFile(['name']),
      { defaults: '{"rating":9}', mode: 'x' },
      'import/async',
    );
    expect([form.status, faultsOf(form.body)]).toEqual([
      422,
      { mode: 'UNKNOWN_FIELD', 'defaults.rating': 'MAX' },
    ]);
  });
});
