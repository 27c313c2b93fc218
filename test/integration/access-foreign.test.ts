import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { exampleIds } from '@consulting/kernel/schema';
import { mto } from '@consulting/mto/service';
import { exampleRequests, recordOf } from '../support/example-requests';
import { addressOf, type DescribedOperation, ExampleSender } from '../support/example-sender';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';

/** Records of a client or project; all others of the examples are of libraries. */
const owned = [
  ...(['client', 'project', 'service', 'estimateTemplate', 'estimation', 'subcontractor'] as const),
  ...(['serviceCrew', 'tag', 'wbs', 'line', 'importProfile', 'view', 'operation', 'note'] as const),
];
type Owned = (typeof owned)[number];

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let examples: ExampleSender;
let limited: string;
const own = new Map<Owned, string>();
const missing = new Map<Owned, string>(owned.map((record) => [record, crypto.randomUUID()]));
const foreign = new Map<Owned, string>();

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  examples = await ExampleSender.open(system);
  gateway = await system.openGateway({
    ...{ RATE_LIMIT_REQUESTS_PER_MINUTE: '0', RATE_LIMIT_BULK_PER_MINUTE: '0' },
    RATE_LIMIT_UPLOADS_PER_MINUTE: '0',
  });
  for (const request of exampleRequests) {
    const { status, body } = await examples.send(request);
    if (status >= 300) throw new Error(`${request.operation} answered ${status}: ${JSON.stringify(body)}`);
  }
  for (const record of owned) {
    const id = examples.made.get(exampleIds[record]);
    if (id === undefined) throw new Error(`No example makes the ${record}.`);
    foreign.set(record, id);
  }
  await makeOwn();
});
afterAll(() => system.stop());

async function makeOwn(): Promise<void> {
  const made = async (path: string, json: object) =>
    (await examples.call('POST', path, json)).body.id as string;
  const clientId = await made('/v1/clients', { code: 'own', name: 'Own' });
  const projectId = await made('/v1/projects', { clientId, name: 'Own' });
  own.set('client', clientId).set('project', projectId);
  own.set('service', await made(`/v1/projects/${projectId}/services`, { serviceType: 'estimation' }));
  const { id, key } = await system.newKey('Contributor');
  await made('/api/v1/access/grants', { subject: { kind: 'api-key', id }, clientIds: [clientId] });
  limited = key;
}

interface Asked {
  method: string;
  path: string;
  text: string;
  form: Record<string, string> | undefined;
}

/** A request of the document in which the examples stand for all records. */
function requestsOf(path: string, method: string, operation: DescribedOperation): Asked[] {
  const content = operation.requestBody?.content;
  const given = content?.['multipart/form-data'] && !content['application/json'];
  const types = operation.parameters?.find(({ name }) => name === 'recordType')?.schema?.enum ?? [''];
  const ids = (operation.parameters ?? []).flatMap(({ name = '', in: place }) => {
    const record = recordOf[name];
    return place === 'query' && record ? [`${name}=${exampleIds[record]}`] : [];
  });
  const form = given
    ? { projectId: exampleIds.project, serviceId: exampleIds.service, discipline: 'piping' }
    : undefined;
  return types.map((type) => ({
    method: method.toUpperCase(),
    path: addressOf(path.replace('{recordType}', type), ids.length === 0 ? undefined : ids.join('&')),
    text: JSON.stringify(examples.exampleOf(operation) ?? null),
    form,
  }));
}

type Ids = (record: Owned) => string;

const namesForeign = (text: string) => [...foreign.values()].some((id) => text.includes(id));

function filled(text: string, ids: Ids): string {
  let changed = text;
  for (const record of owned) changed = changed.replaceAll(exampleIds[record], ids(record));
  for (const [example, id] of examples.made) changed = changed.replaceAll(example, id);
  return changed;
}

async function ask({ method, path, text, form: fields }: Asked, ids: Ids) {
  const json = text === 'null' ? undefined : JSON.parse(filled(text, ids));
  const form = fields && new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form?.set(name, filled(value, ids));
  form?.set('file', new File(['Item No.,Description,Quantity,UOM\n1,Pipe,2,m\n'], 'takeoff.csv'));
  const call = { key: limited, ...(form ? { form } : { json }) };
  const answer = await gateway.call(method, filled(path, ids), call);
  const { requestId: _, ...body } = answer.body ?? {};
  let seen = JSON.stringify([answer.status, body]);
  for (const record of owned) seen = seen.replaceAll(ids(record), `{${record}}`);
  return seen;
}

const idOf =
  (from: Map<Owned, string>): Ids =>
  (record) =>
    from.get(record) ?? '';

/** One record of somebody else in a request about own ones, or nothing but those of others. */
function places(asked: Asked): ((of: Map<Owned, string>) => Ids)[] {
  const named = owned.filter((record) => JSON.stringify(asked).includes(exampleIds[record]));
  const single = named.map(
    (one) => (of: Map<Owned, string>) => (record: Owned) =>
      (record === one ? of : own).get(record) ?? missing.get(record) ?? '',
  );
  return [idOf, ...single];
}

const requests = () =>
  Object.entries(examples.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => requestsOf(path, method, operation)),
  );

async function stateOfOthers(): Promise<string[]> {
  const reads = requests().filter(({ method, path }) => method === 'GET' && /[0-9a-f]{8}-/.test(path));
  const state: string[] = [];
  for (const { path } of reads) {
    const { status, body } = await examples.call('GET', filled(path, idOf(foreign)));
    const { requestId: _, generatedAt, ...read } = typeof body === 'object' ? (body ?? {}) : {};
    if (generatedAt === undefined) state.push(`${path} ${status} ${JSON.stringify(read)}`);
  }
  return state;
}

describe('every operation of the API document, by a key that is limited to another client', () => {
  test('answers about records of others as about those that do not exist, and changes none of them', async () => {
    const before = await stateOfOthers();
    const differing: object[] = [];
    const statuses = new Map<string, number>();
    for (const asked of requests())
      for (const ids of places(asked)) {
        const [other, none] = await Promise.all([ask(asked, ids(foreign)), ask(asked, ids(missing))]);
        const status = none.slice(1, 4);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (other !== none || namesForeign(none))
          differing.push({ asked: `${asked.method} ${asked.path}`, other, none });
      }
    expect(differing).toEqual([]);
    expect([...statuses.keys()].filter((status) => status.startsWith('5'))).toEqual([]);
    expect(statuses.get('404')).toBeGreaterThan(200);
    expect(await stateOfOthers()).toEqual(before);
  });
});
