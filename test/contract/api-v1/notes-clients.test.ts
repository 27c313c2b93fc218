import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { commonProjectSystem, faultsOf, type ProjectSystem, unknownId } from '../../support/project-system';

type Json = Record<string, unknown>;

let system: ProjectSystem;
const send: ProjectSystem['request'] = (...sent) => system.request(...sent);

beforeAll(async () => {
  system = await commonProjectSystem();
});
afterAll(() => system.stop());

const path = '/api/v1/notes/clients';
const link = { title: 'Frame agreement', url: 'https://docs.example.com/a?b=1#c' };

async function noteOn(recordId: string, more: Json = {}): Promise<Json> {
  const { status, body } = await send('POST', path, { json: { recordId, text: 'Ask for rates.', ...more } });
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
  return body;
}

const newNote = async (more: Json = {}) => noteOn((await system.newClient()).id, more);
const listed = async (query: string) => (await send('GET', `${path}?${query}`)).body;
const textsOf = ({ data }: { data: Json[] }) => data.map(({ text }) => text);
const change = (id: unknown, json: Json, headers = {}) => send('PUT', `${path}/${id}`, { json, headers });

describe('POST /api/v1/notes/{recordType}', () => {
  test('201: the note with the server’s keys, open', async () => {
    const { id } = await system.newClient();
    const { status, headers, body } = await send('POST', path, {
      json: { recordId: id, text: ' Two\nlines ', links: [link, { url: 'https://example.com' }] },
    });
    expect([status, headers.get('location')]).toEqual([201, `${path}?recordId=${id}`]);
    expect(body).toMatchObject({
      ...{ noteId: body.id, recordType: 'clients', recordId: id, projectId: null, text: 'Two\nlines' },
      ...{ links: [link, { title: null, url: 'https://example.com' }], resolvedAt: null, resolvedBy: null },
      ...{ version: 1, createdBy: 'tester', updatedBy: 'tester' },
    });
    expect(Object.keys(body)).not.toContain('createdById');
  });

  test('201: the project of a record that has one, as it is or as it is given', async () => {
    const { projectId } = await system.newProject();
    const on = (type: string, json: Json) =>
      send('POST', `/api/v1/notes/${type}`, { json: { text: 'x', ...json } });
    expect((await on('projects', { recordId: projectId })).body.projectId).toBe(projectId);
    const { id } = await system.newSubcontractor(projectId);
    expect((await on('subcontractors', { recordId: id, projectId })).body.projectId).toBe(projectId);
    expect((await on('subcontractors', { recordId: id, projectId: unknownId })).status).toBe(404);
  });

  test('422: a field, which only takeoff lines have notes on', async () => {
    const { id } = await system.newClient();
    const answer = await send('POST', path, { json: { recordId: id, text: 'x', field: 'name' } });
    expect(answer.status).toBe(422);
    expect(faultsOf(answer.body)).toEqual({ field: 'UNKNOWN_FIELD' });
  });

  test('404: no such record, or one of another type', async () => {
    const { projectId } = await system.newProject();
    for (const recordId of [unknownId, projectId]) {
      const { status, body } = await send('POST', path, { json: { recordId, text: 'x' } });
      expect([status, body.code, body.resource]).toEqual([404, 'NOT_FOUND', 'clients']);
    }
  });

  test('409: a record with as many notes as it may have', async () => {
    const { recordId } = await newNote();
    await system.sql`insert into clients_projects.note (record_type, record_id, text, created_by, updated_by, created_by_id)
      select 'clients', ${String(recordId)}, 'x', 'x', 'x', 'x' from generate_series(1, 999)`;
    const { status, body } = await send('POST', path, { json: { recordId, text: 'x' } });
    expect([status, body.code, body.notesMax]).toEqual([409, 'TOO_MANY_NOTES', 1000]);
  });

  test('422: every fault at once, addresses that are not https or hide their host among them', async () => {
    const urls = ['http://a.example', 'javascript:alert(1)', 'https://a.example@b.example', 'https://a b'];
    const json = {
      ...{ recordId: 'x', text: 'x'.repeat(4001), links: urls.map((url) => ({ url })) },
      ...{ resolvedAt: 'soon', colour: 'red' },
    };
    const { status, body } = await send('POST', path, { json });
    expect([status, faultsOf(body)]).toEqual([
      422,
      {
        ...{ recordId: 'FORMAT', text: 'MAX_LENGTH', resolvedAt: 'FORMAT', colour: 'UNKNOWN_FIELD' },
        ...{ 'links[0].url': 'FORMAT', 'links[1].url': 'FORMAT', 'links[2].url': 'FORMAT' },
        'links[3].url': 'FORMAT',
      },
    ]);
    const many = await send('POST', path, { json: { links: Array(21).fill(link), text: ' ' } });
    expect(faultsOf(many.body)).toEqual({ recordId: 'REQUIRED', text: 'REQUIRED', links: 'MAX_LENGTH' });
  });
});

describe('GET /api/v1/notes/{recordType}', () => {
  test('200: newest first, of a record, open or resolved, in pages', async () => {
    const { recordId } = await newNote({ text: 'first' });
    const second = await noteOn(String(recordId), { text: 'second' });
    await noteOn(String(recordId), { text: 'third' });
    await change(second.noteId, { resolvedAt: '2000-01-01T00:00:00Z' });
    const one = `recordId=${recordId}`;
    expect(textsOf(await listed(one))).toEqual(['third', 'second', 'first']);
    expect(textsOf(await listed(`${one}&open=true`))).toEqual(['third', 'first']);
    expect(textsOf(await listed(`${one}&open=false`))).toEqual(['second']);
    expect(textsOf(await listed(`${one}&sort=text`))).toEqual(['first', 'second', 'third']);
    const page = await listed(`${one}&skip=1&limit=1`);
    expect([textsOf(page), page.total, page.hasMore]).toEqual([['second'], 3, true]);
    expect(textsOf(await listed(`${one}&projectId=${unknownId}`))).toEqual([]);
  });

  test('200: of a project', async () => {
    const { projectId } = await system.newProject();
    const { id } = await system.newSubcontractor(projectId);
    const json = { recordId: id, text: 'bond expired' };
    await send('POST', '/api/v1/notes/subcontractors', { json });
    const { body } = await send('GET', `/api/v1/notes/subcontractors?projectId=${projectId}`);
    expect(textsOf(body)).toEqual(['bond expired']);
    expect((await send('GET', `/api/v1/notes/services?projectId=${projectId}`)).body.total).toBe(0);
  });

  test('422: every fault of the filters at once', async () => {
    const { status, body } = await send('GET', `${path}?recordId=x&projectId=x&open=maybe&limit=101&by=x`);
    expect([status, faultsOf(body)]).toEqual([
      422,
      { recordId: 'FORMAT', projectId: 'FORMAT', open: 'TYPE', limit: 'MAX', by: 'UNKNOWN_FIELD' },
    ]);
  });
});

describe('PUT /api/v1/notes/{recordType}/{noteId}', () => {
  test('200: text and links; what the caller resolves gets the time and name of the server', async () => {
    const { noteId } = await newNote();
    const { status, body } = await change(noteId, { text: 'Asked.', links: [link] });
    expect([status, body.text, body.links, body.version]).toEqual([200, 'Asked.', [link], 2]);
    const before = Date.now();
    const resolved = (await change(noteId, { resolvedAt: '2000-01-01T00:00:00Z', resolvedBy: 'nobody' }))
      .body;
    expect(resolved).toMatchObject({ resolvedBy: 'tester', version: 3 });
    expect(Date.parse(resolved.resolvedAt)).toBeGreaterThanOrEqual(before - 1000);
    expect((await change(noteId, resolved)).body).toEqual(resolved);
    const reopened = (await change(noteId, { resolvedAt: null })).body;
    expect(reopened).toMatchObject({ resolvedAt: null, resolvedBy: null, version: 4 });
  });

  test('404: no such note, one of another type, and one whose record is gone', async () => {
    const note = await newNote();
    expect((await change(unknownId, { text: 'x' })).status).toBe(404);
    expect((await change('x', { text: 'x' })).status).toBe(404);
    const other = `/api/v1/notes/projects/${note.noteId}`;
    expect((await send('PUT', other, { json: { text: 'x' } })).status).toBe(404);
    await send('DELETE', `/v1/clients/${note.recordId}`);
    expect((await change(note.noteId, { text: 'x' })).status).toBe(404);
  });

  test('412: changed since', async () => {
    const { noteId } = await newNote();
    expect((await change(noteId, { text: 'one' }, { 'if-match': '"1"' })).status).toBe(200);
    const { status, body } = await change(noteId, { text: 'two' }, { 'if-match': '"1"' });
    expect([status, body.code]).toEqual([412, 'VERSION_MISMATCH']);
  });

  test('422: every fault at once; a note does not move to another record', async () => {
    const { noteId } = await newNote();
    const { status, body } = await change(noteId, { text: null, recordId: unknownId, projectId: unknownId });
    expect([status, faultsOf(body)]).toEqual([
      422,
      { text: 'REQUIRED', recordId: 'READ_ONLY', projectId: 'READ_ONLY' },
    ]);
  });
});

describe('DELETE /api/v1/notes/{recordType}/{noteId}', () => {
  test('204, then 404', async () => {
    const { noteId, recordId } = await newNote();
    expect((await send('DELETE', `${path}/${noteId}`)).status).toBe(204);
    expect((await send('DELETE', `${path}/${noteId}`)).status).toBe(404);
    expect((await listed(`recordId=${recordId}`)).total).toBe(0);
  });

  test('412: changed since', async () => {
    const { noteId } = await newNote();
    const headers = { 'if-match': '"7"' };
    expect((await send('DELETE', `${path}/${noteId}`, { headers })).status).toBe(412);
  });
});

const history = '/api/v1/history/clients-notes';

/** A note that was created, changed and deleted, and its operations. */
async function pastNote() {
  const { noteId } = await newNote({ text: 'first' });
  await change(noteId, { text: 'first' });
  await change(noteId, { text: 'second', resolvedAt: '2025-01-01T00:00:00Z' });
  await send('DELETE', `${path}/${noteId}`);
  return { noteId, operations: (await send('GET', `${history}?recordId=${noteId}`)).body.data as Json[] };
}

describe('GET /api/v1/history/{recordType}-notes', () => {
  test('200: create, update and delete; what changes nothing leaves no operation', async () => {
    const { operations } = await pastNote();
    expect(operations.map(({ kind, by, recordType }) => [kind, by, recordType])).toEqual([
      ['delete', 'tester', 'clients-notes'],
      ['update', 'tester', 'clients-notes'],
      ['create', 'tester', 'clients-notes'],
    ]);
  });
});

describe('GET /api/v1/history/{recordType}-notes/{operationId}', () => {
  test('200: what became of the note', async () => {
    const { noteId, operations } = await pastNote();
    const [deleted, updated] = await Promise.all(
      operations.map(({ operationId }) => send('GET', `${history}/${operationId}`)),
    );
    expect(updated?.body.changes).toMatchObject([
      {
        ...{ recordId: noteId, label: 'second', action: 'update' },
        fields: { text: { before: 'first', after: 'second' }, resolvedBy: { before: null, after: 'tester' } },
      },
    ]);
    expect(deleted?.body.changes).toMatchObject([{ label: 'second', action: 'delete' }]);
  });
});

describe('DELETE /v1/projects/{projectId}', () => {
  test('204: notes of the project and of its records go with it', async () => {
    const { projectId } = await system.newProject();
    const { id } = await system.newSubcontractor(projectId);
    for (const [type, recordId] of [
      ['projects', projectId],
      ['subcontractors', id],
    ])
      await send('POST', `/api/v1/notes/${type}`, { json: { recordId, text: 'x' } });
    expect((await send('DELETE', `/v1/projects/${projectId}`)).status).toBe(204);
    const left = await system.sql`select from clients_projects.note where project_id = ${projectId}`;
    expect(left).toHaveLength(0);
  });
});
