import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { findSubcontractors } from '@consulting/kernel/contracts/clients-projects';
import { utils, write } from '@e965/xlsx';
import {
  answerForLines,
  commonProjectSystem,
  faultsOf,
  freshCode,
  type ProjectSystem,
  unknownId,
} from '../../support/project-system';
import type { ServiceUnderTest } from '../../support/system';

let system: ProjectSystem;
let request: ServiceUnderTest['request'];

beforeAll(async () => {
  system = await commonProjectSystem();
  request = system.request;
});
afterAll(() => system.stop());

const pathOf = (projectId: string, subcontractorId?: string) =>
  `/api/v1/projects/${projectId}/subcontractors${subcontractorId === undefined ? '' : `/${subcontractorId}`}`;

const listed = async (projectId: string, query = '') =>
  (await request('GET', `${pathOf(projectId)}?limit=100${query}`)).body.data as Record<string, unknown>[];

describe('GET /api/v1/projects/{projectId}/subcontractors', () => {
  test('200: paginated list of the project, newest first', async () => {
    const project = await system.newProject();
    const older = await system.newSubcontractor(project.id);
    const newer = await system.newSubcontractor(project.id);
    await system.newSubcontractor((await system.newProject()).id);
    const { status, body } = await request('GET', `${pathOf(project.id)}?limit=1`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 2, skip: 0, limit: 1, hasMore: true });
    expect(body.data[0].subcontractorId).toBe(newer.id);
    expect((await listed(project.id))[1]?.id).toBe(older.id);
  });

  test('200: search, status and discipline filter', async () => {
    const project = await system.newProject();
    const wanted = await system.newSubcontractor(project.id, {
      code: 'PIPE-9',
      name: 'Northern Pipe',
      scopeOfWork: 'Rack erection',
      contactName: 'Jo Field',
      contactEmail: 'jo@north.example',
      contactPhone: '555-0199',
      status: 'awarded',
      disciplines: ['piping', 'general'],
    });
    await system.newSubcontractor(project.id, { disciplines: ['civil'] });
    const filters = ['pipe-9', 'NORTHERN', 'rack', 'jo field', 'north.example', '0199'].map(
      (text) => `search=${text}`,
    );
    for (const filter of [...filters, 'status=awarded', 'discipline=piping', 'discipline=general']) {
      expect([filter, ...(await listed(project.id, `&${filter}`)).map(({ id }) => id)]).toEqual([
        filter,
        wanted.id,
      ]);
    }
    expect(await listed(project.id, '&discipline=structural')).toEqual([]);
  });

  test('422: unknown parameter, value and limit', async () => {
    const project = await system.newProject();
    const { status, body } = await request(
      'GET',
      `${pathOf(project.id)}?limit=101&status=x&discipline=y&rating=1`,
    );
    expect(status).toBe(422);
    expect(faultsOf(body)).toEqual({
      limit: 'MAX',
      status: 'ENUM',
      discipline: 'ENUM',
      rating: 'UNKNOWN_FIELD',
    });
  });

  test('404: unknown project', async () => {
    for (const id of [unknownId, 'nonsense']) {
      const { status, body } = await request('GET', pathOf(id));
      expect([status, body.resource]).toEqual([404, 'project']);
    }
  });
});

describe('POST /api/v1/projects/{projectId}/subcontractors', () => {
  test('201: the least that is required, with defaults', async () => {
    const project = await system.newProject({ currency: 'CAD' });
    const { status, headers, body } = await request('POST', pathOf(project.id), {
      json: { name: 'Ironworks' },
    });
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({
      projectId: project.id,
      code: 'SUB-1',
      status: 'identified',
      currency: 'CAD',
    });
    expect(body).toMatchObject({ revisedContractAmount: null, prequalified: null, createdBy: 'tester' });
    expect(body.subcontractorId).toBe(body.id);
    expect(await system.newSubcontractor(project.id)).toMatchObject({ code: 'SUB-2' });
  });

  test('201: every field as given; the revised amount is exact', async () => {
    const project = await system.newProject();
    const fields = {
      code: 'NP',
      name: 'Northern Pipe',
      scopeOfWork: 'Rack',
      disciplines: ['piping'],
      contactName: 'Jo',
      contactEmail: 'jo@north.example',
      contactPhone: '1',
      address: 'Road 1',
      city: 'Calgary',
      province: 'Alberta',
      country: 'CA',
      registrationNumber: 'R',
      taxNumber: 'T',
      licenceNumber: 'L',
      status: 'active',
      prequalified: true,
      contractNumber: 'C-1',
      contractType: 'unit-price',
      bidAmount: 0.1,
      contractAmount: 0.1,
      approvedChanges: 0.2,
      paidToDate: 0,
      currency: 'USD',
      retainagePercent: 10,
      bondingCapacity: 1e11,
      insuranceExpiryDate: '2026-01-31',
      startDate: '2025-01-01',
      endDate: '2025-12-31',
      experienceModificationRate: 0.87,
      incidentRate: 0.5,
      rating: 5,
      remarks: 'none',
    };
    const created = await system.newSubcontractor(project.id, fields);
    expect(created).toMatchObject({ ...fields, revisedContractAmount: 0.3 });
    expect((await request('GET', pathOf(project.id, created.id))).body).toEqual(created);
  });

  test('201: the revised amount with one of its parts', async () => {
    const { id } = await system.newProject();
    expect(await system.newSubcontractor(id, { approvedChanges: -5 })).toMatchObject({
      revisedContractAmount: -5,
    });
    expect(await system.newSubcontractor(id, { contractAmount: 7 })).toMatchObject({
      revisedContractAmount: 7,
    });
  });

  test('201: ten at once get ten codes', async () => {
    const { id } = await system.newProject();
    const answers = await Promise.all(Array.from({ length: 10 }, () => system.newSubcontractor(id)));
    expect(new Set(answers.map(({ code }) => code)).size).toBe(10);
  });

  test('422: every fault at once', async () => {
    const { id } = await system.newProject();
    const json = {
      disciplines: ['piping', 'plumbing'],
      contactEmail: 'x',
      country: 'Canada',
      status: 'hired',
      prequalified: 'Y',
      contractType: 'epcm',
      bidAmount: -1,
      retainagePercent: 101,
      startDate: '1/1/2025',
      rating: 6,
      colour: 'red',
    };
    const { status, body } = await request('POST', pathOf(id), { json });
    expect(status).toBe(422);
    expect(faultsOf(body)).toEqual({
      name: 'REQUIRED',
      'disciplines[1]': 'ENUM',
      contactEmail: 'FORMAT',
      country: 'MAX_LENGTH',
      status: 'ENUM',
      prequalified: 'TYPE',
      contractType: 'ENUM',
      bidAmount: 'MIN',
      retainagePercent: 'MAX',
      startDate: 'FORMAT',
      rating: 'MAX',
      colour: 'UNKNOWN_FIELD',
    });
  });

  test('404: unknown project', async () => {
    expect((await request('POST', pathOf(unknownId), { json: { name: 'A' } })).status).toBe(404);
  });

  test('409 CODE_EXISTS: within the project only, case ignored', async () => {
    const project = await system.newProject();
    await system.newSubcontractor(project.id, { code: 'Same' });
    const { status, body } = await request('POST', pathOf(project.id), { json: { name: 'A', code: 'SAME' } });
    expect([status, body.code]).toEqual([409, 'CODE_EXISTS']);
    await system.newSubcontractor((await system.newProject()).id, { code: 'Same' });
  });

  test('201: a repeat with the same Idempotency-Key', async () => {
    const { id } = await system.newProject();
    const options = { json: { name: 'Once' }, headers: { 'idempotency-key': freshCode('key-') } };
    const first = await request('POST', pathOf(id), options);
    expect((await request('POST', pathOf(id), options)).body).toEqual(first.body);
    expect(await listed(id)).toHaveLength(1);
  });
});

describe('GET /api/v1/projects/{projectId}/subcontractors/{subcontractorId}', () => {
  test('200 with ETag', async () => {
    const { id } = await system.newProject();
    const created = await system.newSubcontractor(id);
    const { status, headers, body } = await request('GET', pathOf(id, created.id));
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toEqual(created);
  });

  test('404: unknown, no UUID, and of another project', async () => {
    const [one, other] = [await system.newProject(), await system.newProject()];
    const created = await system.newSubcontractor(other.id);
    for (const id of [unknownId, 'nonsense', created.id]) {
      const { status, body } = await request('GET', pathOf(one.id, id));
      expect([status, body.resource]).toEqual([404, 'subcontractor']);
    }
    expect((await request('GET', pathOf(unknownId, created.id))).body.resource).toBe('project');
  });
});

describe('PUT /api/v1/projects/{projectId}/subcontractors/{subcontractorId}', () => {
  const put = (projectId: string, id: string, json: unknown, headers?: Record<string, string>) =>
    request('PUT', pathOf(projectId, id), { json, headers });

  test('200: merges, null clears, cleared code and currency take their defaults', async () => {
    const project = await system.newProject({ currency: 'CAD' });
    const fields = { code: 'A', city: 'Calgary', currency: 'USD', rating: 4 };
    const { id } = await system.newSubcontractor(project.id, fields);
    const { status, headers, body } = await put(project.id, id, {
      name: 'New',
      rating: null,
      code: null,
      currency: null,
    });
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"2"');
    expect(body).toMatchObject({
      name: 'New',
      city: 'Calgary',
      rating: null,
      code: 'SUB-2',
      currency: 'CAD',
    });
  });

  test('200: a record that was read can be sent back, and changes nothing', async () => {
    const project = await system.newProject();
    const created = await system.newSubcontractor(project.id, { disciplines: ['civil'], contractAmount: 5 });
    const { status, body } = await put(project.id, created.id, created);
    expect([status, body]).toEqual([200, created]);
  });

  test('200: status has no order', async () => {
    const project = await system.newProject();
    const { id } = await system.newSubcontractor(project.id, { status: 'completed' });
    expect((await put(project.id, id, { status: 'invited' })).body.status).toBe('invited');
  });

  test('422: empty body, cleared name, unknown key', async () => {
    const project = await system.newProject();
    const { id } = await system.newSubcontractor(project.id);
    for (const json of [{}, { name: null }, { nmae: 'x' }, []]) {
      expect((await put(project.id, id, json)).status).toBe(422);
    }
  });

  test('404, 409 CODE_EXISTS and 412', async () => {
    const project = await system.newProject();
    const [one, other] = [
      await system.newSubcontractor(project.id),
      await system.newSubcontractor(project.id),
    ];
    expect((await put(project.id, unknownId, { name: 'x' })).status).toBe(404);
    expect((await put((await system.newProject()).id, one.id, { name: 'x' })).status).toBe(404);
    const taken = await put(project.id, one.id, { code: other.code.toLowerCase() });
    expect([taken.status, taken.body.code]).toEqual([409, 'CODE_EXISTS']);
    expect((await put(project.id, one.id, { name: 'x' }, { 'if-match': '"2"' })).status).toBe(412);
  });
});

describe('DELETE /api/v1/projects/{projectId}/subcontractors/{subcontractorId}', () => {
  const remove = (projectId: string, id: string, headers?: Record<string, string>) =>
    request('DELETE', pathOf(projectId, id), { headers });

  test('503 DEPENDENCY_UNAVAILABLE: the takeoff service does not answer', async () => {
    const project = await system.newProject();
    const { id } = await system.newSubcontractor(project.id);
    const { status, headers, body } = await remove(project.id, id);
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE', dependency: 'mto' });
    expect(headers.get('retry-after')).toBe('2');
    expect((await request('GET', pathOf(project.id, id))).status).toBe(200);
  });

  describe('while the takeoff service answers', () => {
    let lines: Awaited<ReturnType<typeof answerForLines>>;
    beforeAll(async () => {
      lines = await answerForLines(system.natsUrl);
    });
    afterAll(() => lines.stop());

    test('204: and the code becomes free', async () => {
      const project = await system.newProject();
      const { id } = await system.newSubcontractor(project.id, { code: 'A' });
      expect((await remove(project.id, id)).status).toBe(204);
      expect((await request('GET', pathOf(project.id, id))).status).toBe(404);
      await system.newSubcontractor(project.id, { code: 'A' });
      const asked = { projectId: project.id, subcontractorIds: [id] };
      expect(await system.bus.ask(findSubcontractors, asked)).toEqual({ subcontractorIds: [] });
    });

    test('409 SUBCONTRACTOR_IN_USE: takeoff lines carry it', async () => {
      const project = await system.newProject();
      const { id } = await system.newSubcontractor(project.id);
      const items = Array.from({ length: 25 }, (_, n) => ({ id: unknownId, code: `L-${n}`, name: null }));
      lines.carriers.set(id, items);
      const { status, body } = await remove(project.id, id);
      expect(status).toBe(409);
      expect(body.code).toBe('SUBCONTRACTOR_IN_USE');
      expect(body.blocking).toEqual({ count: 25, items: items.slice(0, 20) });
      expect((await request('GET', pathOf(project.id, id))).status).toBe(200);
    });

    test('404 and 412', async () => {
      const project = await system.newProject();
      const { id } = await system.newSubcontractor(project.id);
      expect((await remove(project.id, unknownId)).status).toBe(404);
      expect((await remove((await system.newProject()).id, id)).status).toBe(404);
      expect((await remove(project.id, id, { 'if-match': '"2"' })).status).toBe(412);
    });
  });
});

const nothingToSay = { errors: [], errorCount: 0, warnings: [] };

describe('POST /api/v1/projects/{projectId}/subcontractors/import with JSON', () => {
  const importItems = (projectId: string, json: unknown, headers?: Record<string, string>) =>
    request('POST', `${pathOf(projectId)}/import`, { json, headers });

  test('200: new items are imported; codes and currency take their defaults', async () => {
    const project = await system.newProject({ currency: 'CAD' });
    const items = [{ name: 'A' }, { name: 'B', code: 'SUB-3', currency: 'USD' }, { name: 'C', rating: 3 }];
    const { status, body } = await importItems(project.id, { items });
    expect(status).toBe(200);
    expect(body).toEqual({ imported: 3, updated: 0, skipped: 0, ...nothingToSay, columns: [] });
    const stored = (await listed(project.id)).map(({ name, code, currency }) => ({ name, code, currency }));
    expect(stored.toSorted((a, b) => String(a.name).localeCompare(String(b.name)))).toEqual([
      { name: 'A', code: 'SUB-2', currency: 'CAD' },
      { name: 'B', code: 'SUB-3', currency: 'USD' },
      { name: 'C', code: 'SUB-4', currency: 'CAD' },
    ]);
  });

  test('200: existing by code, or without code by name, are skipped unless updateExisting', async () => {
    const project = await system.newProject();
    await system.newSubcontractor(project.id, { code: 'X', name: 'Northern', city: 'Calgary', rating: 1 });
    const items = [
      { code: 'x', name: 'Northern Pipe', rating: 2 },
      { name: 'NORTHERN', rating: 3 },
    ];
    expect((await importItems(project.id, { items })).body).toMatchObject({ imported: 0, skipped: 2 });
    const { body } = await importItems(project.id, { items, updateExisting: true });
    expect(body).toEqual({ imported: 0, updated: 2, skipped: 0, ...nothingToSay, columns: [] });
    const stored = await listed(project.id);
    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({ code: 'x', name: 'NORTHERN', city: 'Calgary', rating: 3, version: 2 });
  });

  test('200: an update that changes nothing is skipped and keeps the version', async () => {
    const project = await system.newProject();
    await system.newSubcontractor(project.id, { code: 'X', name: 'Northern' });
    const { body } = await importItems(project.id, { items: [{ name: 'Northern' }], updateExisting: true });
    expect(body).toMatchObject({ imported: 0, updated: 0, skipped: 1 });
    expect((await listed(project.id))[0]).toMatchObject({ code: 'X', version: 1 });
  });

  test('200: a new code with a name that exists is a new subcontractor', async () => {
    const project = await system.newProject();
    await system.newSubcontractor(project.id, { code: 'X', name: 'Northern' });
    const { body } = await importItems(project.id, {
      items: [{ code: 'Y', name: 'Northern' }],
      updateExisting: true,
    });
    expect(body).toMatchObject({ imported: 1, updated: 0 });
  });

  test('200: the same subcontractor twice: the second is skipped, or updates the first', async () => {
    const items = [
      { code: 'A', name: 'One' },
      { code: 'a', name: 'Two' },
      { name: 'Three' },
      { name: 'three' },
    ];
    const project = await system.newProject();
    expect((await importItems(project.id, { items })).body).toMatchObject({
      imported: 2,
      updated: 0,
      skipped: 2,
    });
    const other = await system.newProject();
    const { body } = await importItems(other.id, { items, updateExisting: true });
    expect(body).toMatchObject({ imported: 2, updated: 2, skipped: 0 });
    expect((await listed(other.id)).map(({ name }) => name).toSorted()).toEqual(['Two', 'three']);
  });

  test('200: invalid items are errors with their number, the others are stored', async () => {
    const project = await system.newProject();
    await system.newSubcontractor(project.id, { code: 'X' });
    const items = [
      { name: 'Good' },
      { name: 'Bad', rating: 9, country: 'ZZ' },
      null,
      [],
      { code: 'X', name: 'Ironworks', bidAmount: '5' },
      { name: 'Foreign', projectId: unknownId },
      { name: 'Own', projectId: project.id },
      { nmae: 'Misspelt' },
      { name: 'Ironworks', code: 5 },
    ];
    const { status, body } = await importItems(project.id, { items });
    expect(status).toBe(200);
    expect(body).toMatchObject({ imported: 2, updated: 0, skipped: 0 });
    expect(body.errors.map(({ row }: { row: number }) => row)).toEqual([2, 3, 4, 5, 6, 8, 9]);
    expect(body.errors[0].message).toBe(
      'rating: must be at most 5; country: must be an ISO 3166-1 alpha-2 country code',
    );
    expect(body.errors[5].message).toContain('nmae: is not a known field');
  });

  test('200: 500 items; 422: 501, none, no array, an unknown key', async () => {
    const project = await system.newProject();
    const items = Array.from({ length: 501 }, (_, n) => ({ name: `Company ${n}` }));
    expect((await importItems(project.id, { items: items.slice(1) })).body.imported).toBe(500);
    const refused: [unknown, Record<string, string>][] = [
      [{ items }, { items: 'MAX_LENGTH' }],
      [{ items: [] }, { items: 'REQUIRED' }],
      [{ items: {} }, { items: 'TYPE' }],
      [{}, { items: 'REQUIRED' }],
      [
        { items: [{ name: 'A' }], updateExisting: 'yes', mode: 1 },
        { updateExisting: 'TYPE', mode: 'UNKNOWN_FIELD' },
      ],
      [[], { body: 'TYPE' }],
    ];
    for (const [json, faults] of refused) {
      const { status, body } = await importItems(project.id, json);
      expect([status, faultsOf(body)]).toEqual([422, faults]);
    }
  });

  test('404: unknown project; 400: unreadable JSON; 415: another media type', async () => {
    expect((await importItems(unknownId, { items: [{ name: 'A' }] })).status).toBe(404);
    const project = await system.newProject();
    const send = (text: string, type: string) =>
      request('POST', `${pathOf(project.id)}/import`, { text, headers: { 'content-type': type } });
    expect((await send('{', 'application/json')).body.code).toBe('INVALID_JSON');
    expect((await send('name', 'text/csv')).status).toBe(415);
  });

  test('200: a repeat with the same Idempotency-Key imports once; 409 with other items', async () => {
    const project = await system.newProject();
    const headers = { 'idempotency-key': freshCode('key-') };
    const first = await importItems(project.id, { items: [{ name: 'A' }] }, headers);
    const repeat = await importItems(project.id, { items: [{ name: 'A' }] }, headers);
    expect(repeat.body).toEqual(first.body);
    expect(await listed(project.id)).toHaveLength(1);
    const other = await importItems(project.id, { items: [{ name: 'B' }] }, headers);
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('405: GET', async () => {
    const { status, headers } = await request('GET', `${pathOf(unknownId)}/import`);
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('POST /api/v1/projects/{projectId}/subcontractors/import with a file', () => {
  const importFile = (
    projectId: string,
    content: string | Uint8Array<ArrayBuffer>,
    name: string,
    fields: Record<string, string> = {},
    headers?: Record<string, string>,
  ) => {
    const form = new FormData();
    for (const [key, value] of Object.entries(fields)) form.set(key, value);
    form.set('file', new File([content], name));
    return request('POST', `${pathOf(projectId)}/import`, { form, headers });
  };

  const workbook = (rows: unknown[][]): Uint8Array<ArrayBuffer> => {
    const sheet = utils.aoa_to_sheet(rows, { cellDates: true });
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Subcontractors');
    utils.book_append_sheet(book, utils.aoa_to_sheet([['name'], ['Second sheet']]), 'Other');
    return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }));
  };

  test('200: CSV with keys as headers; text becomes numbers, booleans, dates and lists', async () => {
    const project = await system.newProject();
    const csv = [
      'name,code,bidAmount,prequalified,startDate,disciplines,status,country,rating',
      'Northern,0012,"1,234,567.50",Y,2025-03-01,piping; Civil,AWARDED,ca,4',
      'Southern,,(100),no,15/03/2025,,,,',
    ].join('\n');
    const { status, body } = await importFile(project.id, csv, 'subs.csv');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      imported: 1,
      updated: 0,
      skipped: 0,
      errors: [{ row: 3, message: 'bidAmount: must be at least 0' }],
      errorCount: 1,
    });
    expect((await listed(project.id))[0]).toMatchObject({
      name: 'Northern',
      code: '0012',
      bidAmount: 1234567.5,
      prequalified: true,
      startDate: '2025-03-01',
      disciplines: ['piping', 'civil'],
      status: 'awarded',
      country: 'CA',
      rating: 4,
    });
  });

  test('200: a workbook: label-like headers, real dates and numbers, the first sheet only', async () => {
    const project = await system.newProject();
    const bytes = workbook([
      ['Company', 'CODE', 'Contract Amount', 'approved_changes', 'End-Date', 'Prequalified', 'Internal note'],
      ['Northern', 17, 66.95999999999998, -0.5, new Date(Date.UTC(2025, 11, 31)), true, 'x'],
      [],
      ['Southern', 'S', 'many', null, 'soon', 'maybe', null],
    ]);
    const { body } = await importFile(project.id, bytes, 'Subcontractors.xlsx');
    expect(body).toMatchObject({ imported: 1, errors: [{ row: 4 }] });
    expect(body.errors[0].message).toBe(
      'contractAmount: many is not a number; endDate: soon is not a date; prequalified: maybe is neither yes nor no',
    );
    expect(await listed(project.id)).toHaveLength(1);
    expect((await listed(project.id))[0]).toMatchObject({
      name: 'Northern',
      code: '17',
      contractAmount: 66.96,
      revisedContractAmount: 66.46,
      endDate: '2025-12-31',
      prequalified: true,
    });
  });

  test('200: rows by the table of rates.md 2.3', async () => {
    const project = await system.newProject();
    await system.newSubcontractor(project.id, { code: 'A', name: 'Old', city: 'Calgary', rating: 1 });
    const csv = 'code,name,rating\nA,Old,\nB,New,2\nb,New again,3\n,Old,5\nC,,1\n,Third,9\n';
    const skipping = await importFile(project.id, csv, 'a.csv');
    expect(skipping.body).toMatchObject({
      imported: 1,
      updated: 0,
      skipped: 3,
      errors: [{ row: 6 }, { row: 7 }],
    });
    const updating = await importFile(project.id, csv, 'a.csv', { updateExisting: 'true' });
    expect(updating.body).toMatchObject({
      imported: 0,
      updated: 3,
      skipped: 1,
      errors: [{ row: 6 }, { row: 7 }],
    });
    const stored = await listed(project.id);
    expect(stored.find(({ code }) => code === 'A')).toMatchObject({ rating: 5, city: 'Calgary' });
    expect(stored.find(({ code }) => code === 'b')).toMatchObject({ name: 'New again', rating: 3 });
  });

  test('200: blank rows count nowhere, row numbers stay those of the file', async () => {
    const project = await system.newProject();
    const { body } = await importFile(project.id, 'name,rating\n\n ,\nA,9\n', 'a.csv');
    expect(body).toMatchObject({ imported: 0, errors: [{ row: 4 }] });
  });

  test('200: ambiguous values and extra cells are errors, never guesses', async () => {
    const project = await system.newProject();
    const csv = 'name,bidAmount,startDate\nA,"1,234",\nB,,03/04/2025\nC,1,2025-01-01,extra\n';
    const { body } = await importFile(project.id, csv, 'a.csv');
    expect(body.imported).toBe(0);
    expect(body.errors).toEqual([
      {
        row: 2,
        message:
          'bidAmount: 1,234 can be read in two ways; write it without thousands separator, or send decimalSeparator',
      },
      { row: 3, message: 'startDate: 03/04/2025 can be read in two ways; write it as YYYY-MM-DD' },
      { row: 4, message: 'D: lies beyond the last header' },
    ]);
  });

  test('200: a header without data rows', async () => {
    const project = await system.newProject();
    const { body } = await importFile(project.id, 'name,code\n', 'a.csv');
    expect(body).toMatchObject({ imported: 0, updated: 0, skipped: 0, errors: [], errorCount: 0 });
    expect(body.warnings).toEqual([
      { row: 1, message: 'The file has a header row and no rows with data below it.' },
    ]);
  });

  const unreadable: [string, string | Uint8Array<ArrayBuffer>, string, string][] = [
    ['no name column', 'code,rating\nA,1\n', 'a.csv', 'FILE_UNREADABLE'],
    ['two name columns', 'name,Company\nA,B\n', 'a.csv', 'FILE_UNREADABLE'],
    ['a damaged workbook', new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3]), 'a.xlsx', 'FILE_UNREADABLE'],
    ['a workbook that is text', 'name\nA\n', 'a.xlsx', 'UNSUPPORTED_FILE_TYPE'],
    ['another type', '%PDF-1.7', 'a.pdf', 'UNSUPPORTED_FILE_TYPE'],
    ['an empty file', '', 'a.csv', 'FILE_UNREADABLE'],
  ];
  for (const [what, content, name, code] of unreadable) {
    test(`400 ${code}: ${what}`, async () => {
      const project = await system.newProject();
      const { status, body } = await importFile(project.id, content, name);
      expect([status, body.code]).toEqual([400, code]);
      expect(await listed(project.id)).toEqual([]);
    });
  }

  test('422: no file, unknown part, wrong updateExisting', async () => {
    const project = await system.newProject();
    const form = new FormData();
    form.set('updateExisting', 'perhaps');
    form.set('mode', 'x');
    const { status, body } = await request('POST', `${pathOf(project.id)}/import`, { form });
    expect(status).toBe(422);
    expect(faultsOf(body)).toEqual({ updateExisting: 'TYPE', mode: 'UNKNOWN_FIELD', file: 'REQUIRED' });
  });

  test('404: unknown project', async () => {
    expect((await importFile(unknownId, 'name\nA\n', 'a.csv')).status).toBe(404);
  });

  test('413 FILE_TOO_LARGE: more rows than an import takes', async () => {
    const project = await system.newProject();
    const rows = Array.from({ length: 10_001 }, (_, n) => `Company ${n}`).join('\n');
    const { status, body } = await importFile(project.id, `name\n${rows}\n`, 'a.csv');
    expect([status, body.code]).toEqual([413, 'FILE_TOO_LARGE']);
    expect(await listed(project.id)).toEqual([]);
  });

  test('413 FILE_TOO_LARGE: a header row wider than 1,024 columns', async () => {
    const project = await system.newProject();
    const { status, body } = await importFile(project.id, `name${',x'.repeat(10_000)}\nA\n`, 'a.csv');
    expect([status, body.code]).toEqual([413, 'FILE_TOO_LARGE']);
    expect(body.detail).toContain('at most 1024 columns');
  });

  test('200: a repeat with the same Idempotency-Key imports once; 409 with another file', async () => {
    const project = await system.newProject();
    const headers = { 'idempotency-key': freshCode('key-') };
    const send = (content: string) => importFile(project.id, content, 'a.csv', {}, headers);
    expect((await send('name\nA\n')).body.imported).toBe(1);
    expect((await send('name\nA\n')).body.imported).toBe(1);
    expect(await listed(project.id)).toHaveLength(1);
    const other = await send('name\nB\n');
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });
});
