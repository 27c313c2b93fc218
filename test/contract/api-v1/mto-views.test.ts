import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientDeleted, projectDeleted } from '@consulting/kernel/contracts/clients-projects';
import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import { keyCaller, type Scope } from '@consulting/kernel/process';
import postgres, { type Sql } from 'postgres';
import { callerSecret } from '../../support/system';
import { faultsOf, unknownId } from '../../support/takeoff-lines';
import { startTakeoffSystem, type TakeoffSystem, until } from '../../support/takeoff-system';

const sign = createCallerSigner(callerSecret);

let system: TakeoffSystem;
let sql: Sql;

beforeAll(async () => {
  system = await startTakeoffSystem();
  sql = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await sql.end();
  await system.stop();
});

type Json = Record<string, unknown>;
type Options = { json?: unknown; headers?: Record<string, string> };

const call = (method: string, path = '', options: Options = {}) =>
  system.mto.request(method, `/api/v1/mto/views${path}`, options);
const post = (json: Json, headers?: Record<string, string>) => call('POST', '', { json, headers });

let counter = 0;
const freshName = () => `View ${++counter}`;

const as = async (id: string, scope?: Scope) => ({
  [callerHeader]: await sign(keyCaller(id, id, 'Contributor', undefined, scope)),
});

async function stored(more: Json = {}, headers?: Record<string, string>) {
  const { status, body } = await post({ name: freshName(), ...more }, headers);
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
  return body;
}

const condition = (field: string, operator: string, value?: unknown) => ({ field, operator, value });
const filters = (...conditions: object[]) => ({ conditions: JSON.parse(JSON.stringify(conditions)) });

const whole = {
  discipline: 'piping',
  isShared: true,
  columns: [
    { key: 'tag', width: 140, isFrozen: true },
    { key: 'nominalPipeSize', width: null, isFrozen: false },
  ],
  filters: filters(condition('nominalPipeSize', 'greaterThan', 4), condition('crewCode', 'isEmpty')),
  sort: [
    { field: 'totalCost', direction: 'desc' },
    { field: 'tag', direction: 'asc' },
  ],
  groupBy: [{ wbsLevel: 2 }, 'materialGroup', 'area'],
  colourRules: [{ filters: filters(condition('totalCost', 'greaterThan', 1000)), colour: '#ffcc00' }],
  search: 'pipe valve',
};

describe('GET /api/v1/mto/views', () => {
  test('200 own and shared views by name, in the envelope, cut by skip and limit', async () => {
    const search = `Paged ${crypto.randomUUID()}`;
    const other = await as('other');
    const a = await stored({ name: `${search} a` });
    const b = await stored({ name: `${search} B`, isShared: true }, other);
    await stored({ name: `${search} c` }, other);
    const d = await stored({ name: `${search} d` });
    const { status, body } = await call('GET', `?search=${search.toUpperCase()}&skip=1&limit=1`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, skip: 1, limit: 1, hasMore: true });
    expect(body.data).toEqual([{ ...b, isOwn: false }]);
    const all = await call('GET', `?search=${search}&sort=-name`);
    expect(all.body.data.map(({ id }: Json) => id)).toEqual([d.id, b.id, a.id]);
  });

  test('200 projectId: its own views, those of its client and those for all projects', async () => {
    const clientId = system.records.addClient();
    const projectId = system.records.addProject({ clientId });
    const search = crypto.randomUUID();
    const names = async (query: string) =>
      (await call('GET', `?search=${search}&${query}`)).body.data.map(({ name }: Json) => name);
    const [own, client, all] = [`${search} 1`, `${search} 2`, `${search} 3`];
    await stored({ name: own, projectId });
    await stored({ name: client, clientId });
    await stored({ name: all });
    await stored({ name: `${search} 4`, projectId: system.records.addProject({ clientId }) });
    await stored({ name: `${search} 5`, clientId: system.records.addClient() });
    expect(await names(`projectId=${projectId}`)).toEqual([own, client, all]);
  });

  test('200 discipline: the views of it and those of no discipline', async () => {
    const search = crypto.randomUUID();
    await stored({ name: `${search} p`, discipline: 'piping' });
    await stored({ name: `${search} c`, discipline: 'civil' });
    await stored({ name: `${search} a` });
    const { body } = await call('GET', `?search=${search}&discipline=piping`);
    expect(body.data.map(({ name }: Json) => name)).toEqual([`${search} a`, `${search} p`]);
  });

  test('404 an unknown project', async () => {
    const { status, body } = await call('GET', `?projectId=${unknownId}`);
    expect([status, body.resource]).toEqual([404, 'project']);
  });

  test('422 all faults of the query at once', async () => {
    const answer = await call('GET', '?projectId=P-1&discipline=plumbing&limit=101&skip=-1&colour=red');
    expect(faultsOf(answer)).toEqual([
      'colour UNKNOWN_FIELD',
      'discipline ENUM',
      'limit MAX',
      'projectId FORMAT',
      'skip MIN',
    ]);
  });
});

describe('POST /api/v1/mto/views', () => {
  test('201 with every key and an ETag', async () => {
    const projectId = system.records.addProject();
    const name = freshName();
    const { status, headers, body } = await post({ ...whole, name, projectId });
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body).toMatchObject({ ...whole, name, projectId, clientId: null, isOwn: true, ignored: [] });
    expect([body.viewId, body.createdBy]).toEqual([body.id, 'tester']);
    expect(Object.keys(body)).not.toContain('createdById');
    expect((await call('GET', `/${body.id}`)).body).toEqual(body);
  });

  test('201 with a name alone: of the caller, for all projects, without anything', async () => {
    expect(await stored()).toMatchObject({
      ...{ projectId: null, clientId: null, discipline: null, isShared: false, search: null },
      ...{ columns: [], filters: null, sort: [], groupBy: [], colourRules: [] },
    });
  });

  test('201 sort as text, and columns with their key alone', async () => {
    const { sort, columns } = await stored({ sort: 'wbsCode,-totalCost', columns: [{ key: 'tag' }] });
    expect(sort).toEqual([
      { field: 'wbsCode', direction: 'asc' },
      { field: 'totalCost', direction: 'desc' },
    ]);
    expect(columns).toEqual([{ key: 'tag', width: null, isFrozen: false }]);
  });

  test('201 the same name of another caller, for another project and for all', async () => {
    const name = freshName();
    await stored({ name }, await as('other'));
    for (const projectId of [system.records.addProject(), system.records.addProject(), null])
      await stored({ name, projectId });
    await stored({ name, clientId: system.records.addClient() });
  });

  test('404 a project or client that does not exist', async () => {
    for (const record of ['project', 'client']) {
      const { status, body } = await post({ name: freshName(), [`${record}Id`]: unknownId });
      expect([status, body.resource]).toEqual([404, record]);
    }
  });

  test('409 CODE_EXISTS for a name that the caller has for the same, case ignored', async () => {
    for (const owner of [
      {},
      { projectId: system.records.addProject() },
      { clientId: system.records.addClient() },
    ]) {
      const { name } = await stored(owner);
      const { status, body } = await post({ name: name.toUpperCase(), ...owner });
      expect([status, body.code, body.field]).toEqual([409, 'CODE_EXISTS', 'name']);
    }
  });

  test('409 TOO_MANY_VIEWS for the 501st of a caller; others have theirs', async () => {
    const many = await as('collector');
    await sql`
      insert into mto.takeoff_view (created_by, updated_by, created_by_id, counted_as, name, is_shared, columns, sort, group_by, colour_rules)
      select 'c', 'c', 'key:another', 'key:collector', 'Filler ' || at, false, '[]', '[]', '[]', '[]' from generate_series(1, 499) as at`;
    await stored({}, many);
    const { status, body } = await post({ name: freshName() }, many);
    expect([status, body.code, body.viewsMax]).toEqual([409, 'TOO_MANY_VIEWS', 500]);
    await stored({}, await as('other'));
  });

  test('422 all faults at once, by the place in the body', async () => {
    const answer = await post({
      name: 'x'.repeat(81),
      projectId: 'P-1',
      discipline: 'piping',
      isShared: 'yes',
      columns: [{ key: 'tag' }, { key: 'pumpType', width: 1 }, { width: 100 }],
      filters: filters(condition('pumpType', 'equals', 'a'), condition('quantity', 'contains', 'a')),
      sort: ['pumpType'],
      groupBy: ['createdAt', 'area', 'tag', 'wbsCode'],
      colourRules: [
        { filters: filters(condition('totalCost', 'greaterThan', 'much')), colour: 'yellow' },
        { colour: '#000000' },
      ],
      search: 'a b c d e f g h i j k',
      owner: 'me',
    });
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual([
      'colourRules[0].colour FORMAT',
      'colourRules[1].filters REQUIRED',
      'columns[1].width MIN',
      'columns[2].key REQUIRED',
      'filters.conditions[0].field UNKNOWN_FIELD',
      'filters.conditions[1].operator ENUM',
      'groupBy MAX_LENGTH',
      'groupBy[0] UNKNOWN_FIELD',
      'isShared TYPE',
      'name MAX_LENGTH',
      'owner UNKNOWN_FIELD',
      'projectId FORMAT',
      'search MAX_LENGTH',
      'sort[0] UNKNOWN_FIELD',
    ]);
  });

  test('422 columns and rules whose fields the discipline does not have, columns that repeat, both owners', async () => {
    const answer = await post({
      name: freshName(),
      projectId: unknownId,
      clientId: unknownId,
      discipline: 'civil',
      columns: [{ key: 'nominalPipeSize' }, { key: 'createdBy' }],
      colourRules: [{ filters: filters(condition('nominalPipeSize', 'isEmpty')), colour: '#00FF00' }],
    });
    expect(faultsOf(answer)).toEqual([
      'clientId REFERENCE',
      'colourRules[0].filters.conditions[0].field UNKNOWN_FIELD',
      'columns[0].key UNKNOWN_FIELD',
    ]);
    const twice = await post({ name: freshName(), columns: [{ key: 'tag' }, { key: 'tag' }] });
    expect(faultsOf(twice)).toEqual(['columns[1].key DUPLICATE']);
  });

  test('422 more than 20 rules, than all fields as columns, than 100,000 characters of filters', async () => {
    const rule = { filters: filters(condition('tag', 'isEmpty')), colour: '#00ff00' };
    const columns = Array.from({ length: 2000 }, (_, at) => ({ key: `tag${at}` }));
    const answer = await post({ name: freshName(), colourRules: new Array(21).fill(rule), columns });
    expect(faultsOf(answer)).toEqual(['colourRules MAX_LENGTH', 'columns MAX_LENGTH']);
    const values = Array.from({ length: 9000 }, (_, at) => `a value ${at}`);
    const long = await post({ name: freshName(), filters: filters(condition('tag', 'in', values)) });
    expect(faultsOf(long)).toEqual(['filters MAX_LENGTH']);
  });

  test('403 a limited caller shares nothing for all projects, but with those of a project; others do not see it', async () => {
    const projectId = system.records.addProject();
    const limited = await as('limited', { clientIds: [], projectIds: [projectId] });
    const { status, body } = await post({ name: freshName(), isShared: true }, limited);
    expect([status, body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    await stored({}, limited);
    const shared = await stored({ projectId, isShared: true }, limited);
    const stranger = await as('stranger', { clientIds: [], projectIds: [system.records.addProject()] });
    expect((await call('GET', `/${shared.id}`, { headers: stranger })).status).toBe(404);
    expect((await call('GET', `/${shared.id}`)).body.isOwn).toBe(false);
  });

  test('404 a limited caller, for a project or client of others', async () => {
    const limited = await as('limited', { clientIds: [], projectIds: [system.records.addProject()] });
    for (const owner of [
      { projectId: system.records.addProject() },
      { clientId: system.records.addClient() },
    ])
      expect((await post({ name: freshName(), ...owner }, limited)).status).toBe(404);
  });

  test('503 for a project while its owner does not answer; a view for all is created', async () => {
    const projectId = system.records.addProject();
    await system.without('clients-projects', async () => {
      const { status, body } = await post({ name: freshName(), projectId });
      expect([status, body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
      await stored();
    });
  });
});

describe('GET /api/v1/mto/views/{viewId}', () => {
  test('200 with its ETag', async () => {
    const view = await stored(whole);
    const { status, headers, body } = await call('GET', `/${view.id}`);
    expect([status, headers.get('etag'), body]).toEqual([200, '"1"', view]);
  });

  test('200 fields that are no more are left out of every part and named in ignored', async () => {
    const { id } = await stored(whole);
    const gone = JSON.stringify({
      conditions: [condition('goneFlag', 'isEmpty'), ...whole.filters.conditions],
    });
    await sql`
      update mto.takeoff_view set filters = ${gone}::text::jsonb,
        columns = columns || '[{"key": "goneColumn", "width": null, "isFrozen": false}]',
        sort = sort || '[{"field": "goneSort", "direction": "asc"}]', group_by = '["area", "goneGroup"]',
        colour_rules = '[{"filters": {"conditions": [{"field": "goneRule", "operator": "isEmpty"}]}, "colour": "#000000"}]'
      where id = ${id}`;
    const { body } = await call('GET', `/${id}`);
    const { columns, filters, sort } = whole;
    expect(body).toMatchObject({ columns, filters, sort, groupBy: ['area'], colourRules: [] });
    expect(body.ignored.toSorted()).toEqual(['goneColumn', 'goneFlag', 'goneGroup', 'goneRule', 'goneSort']);
    const sent = await call('PUT', `/${id}`, { json: { name: freshName() } });
    expect([sent.status, sent.body.version]).toEqual([200, 2]);
  });

  test('404 an unknown view, also of an identifier that is no UUID, and one that another caller does not share', async () => {
    const other = await stored({}, await as('other'));
    for (const id of [unknownId, 'mine', other.id]) expect((await call('GET', `/${id}`)).status).toBe(404);
  });
});

describe('PUT /api/v1/mto/views/{viewId}', () => {
  test('200 replaces what is sent, whole', async () => {
    const { id } = await stored(whole);
    const json = { columns: [{ key: 'area', width: 80 }], filters: null, sort: null, colourRules: null };
    const { status, headers, body } = await call('PUT', `/${id}`, { json });
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    const columns = [{ key: 'area', width: 80, isFrozen: false }];
    expect(body).toMatchObject({ ...whole, columns, filters: null, sort: [], colourRules: [], version: 2 });
  });

  test('200 what was read sent back changes nothing and stays at its version', async () => {
    const view = await stored({ ...whole, projectId: system.records.addProject() });
    expect((await call('PUT', `/${view.id}`, { json: view })).body).toEqual(view);
  });

  test('200 from a project to its client and to all', async () => {
    const { id } = await stored({ projectId: system.records.addProject() });
    for (const owner of [
      { projectId: null, clientId: system.records.addClient() },
      { projectId: null, clientId: null },
    ])
      expect((await call('PUT', `/${id}`, { json: owner })).body).toMatchObject(owner);
  });

  test('200 a shared view of another, by an unlimited Contributor; 403 by a limited one', async () => {
    const projectId = system.records.addProject();
    const other = await stored({ projectId, isShared: true }, await as('other'));
    const name = freshName();
    const { status, body } = await call('PUT', `/${other.id}`, { json: { name } });
    expect([status, body.name, body.updatedBy, body.createdBy]).toEqual([200, name, 'tester', 'key:other']);
    const limited = await as('limited', { clientIds: [], projectIds: [projectId] });
    for (const method of ['PUT', 'DELETE']) {
      const json = method === 'PUT' ? { name: freshName() } : undefined;
      const refused = await call(method, `/${other.id}`, { json, headers: limited });
      expect([refused.status, refused.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    }
  });

  test('403 a limited author does not share it for all projects', async () => {
    const limited = await as('limited', { clientIds: [], projectIds: [system.records.addProject()] });
    const { id } = await stored({}, limited);
    const { status } = await call('PUT', `/${id}`, { json: { isShared: true }, headers: limited });
    expect(status).toBe(403);
  });

  test('404 an unknown view or project, and a view that another does not share', async () => {
    const [own, other] = [await stored(), await stored({}, await as('other'))];
    for (const id of [unknownId, other.id])
      expect((await call('PUT', `/${id}`, { json: { name: 'A' } })).body.resource).toBe('view');
    const { body } = await call('PUT', `/${own.id}`, { json: { projectId: unknownId } });
    expect(body.resource).toBe('project');
  });

  test('409 CODE_EXISTS for the name of another of the caller', async () => {
    const [one, other] = [await stored(), await stored()];
    const { status, body } = await call('PUT', `/${one.id}`, { json: { name: other.name.toLowerCase() } });
    expect([status, body.code]).toEqual([409, 'CODE_EXISTS']);
  });

  test('412 for a version that is not the current one changes nothing', async () => {
    const { id, name } = await stored();
    const late = await call('PUT', `/${id}`, { json: { name: 'Late' }, headers: { 'if-match': '"2"' } });
    expect([late.status, late.body.code]).toEqual([412, 'VERSION_MISMATCH']);
    expect((await call('GET', `/${id}`)).body.name).toBe(name);
  });

  test('422 a discipline that does not have the fields of the view, and an empty body', async () => {
    const { id } = await stored({ columns: [{ key: 'nominalPipeSize' }] });
    expect(faultsOf(await call('PUT', `/${id}`, { json: { discipline: 'civil' } }))).toEqual([
      'columns[0].key UNKNOWN_FIELD',
    ]);
    expect(faultsOf(await call('PUT', `/${id}`, { json: {} }))).toEqual(['body REQUIRED']);
  });
});

describe('DELETE /api/v1/mto/views/{viewId}', () => {
  test('204, then it is unknown and its name free', async () => {
    const { id, name } = await stored();
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
    await stored({ name });
  });

  test('404 an unknown view; 412 for another version leaves it', async () => {
    expect((await call('DELETE', `/${unknownId}`)).status).toBe(404);
    const { id } = await stored();
    expect((await call('DELETE', `/${id}`, { headers: { 'if-match': '"2"' } })).status).toBe(412);
    expect((await call('GET', `/${id}`)).status).toBe(200);
  });
});

describe('the deletion of a project or client', () => {
  test('takes its views away, not those of others and for all', async () => {
    const [projectId, clientId] = [system.records.addProject(), system.records.addClient()];
    const [ofProject, ofClient] = [await stored({ projectId }), await stored({ clientId })];
    const left = [
      await stored({ projectId: system.records.addProject() }),
      await stored({ clientId: system.records.addClient() }),
      await stored(),
    ];
    system.records.projects.delete(projectId);
    system.records.clients.delete(clientId);
    await system.bus.publish(projectDeleted.subject, { projectId }, crypto.randomUUID());
    await system.bus.publish(clientDeleted.subject, { clientId }, crypto.randomUUID());
    for (const { id } of [ofProject, ofClient])
      await until(async () => (await call('GET', `/${id}`)).status === 404);
    for (const { id } of left) expect((await call('GET', `/${id}`)).status).toBe(200);
  });
});
