import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';
import { storeReviews } from '../support/reviewed-lines';
import type { Answer } from '../support/system';
import { until } from '../support/until';

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let all: string;
/** Sees the client; sees its first project alone. */
let limited: string;
let limitedToOne: string;
let own: Estimate;
let foreign: Estimate;
const foreignQuantityMin = 90;
const unknown = crypto.randomUUID();

interface Estimate {
  clientId: string;
  projectId: string;
  serviceId: string;
  versionId: string;
  lineIds: string[];
}

const call = (key: string, method: string, path: string, json?: object): Promise<Answer> =>
  gateway.call(method, path, { key, ...(json && { json }) });

async function made(path: string, json: object): Promise<Answer['body']> {
  const { status, body } = await call(all, 'POST', path, json);
  if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

const newClient = async (code: string) => (await made('/v1/clients', { code, name: code })).id as string;

/** An estimate whose version has other figures than its lines now. */
async function newEstimate(clientId: string, name: string, quantity: number): Promise<Estimate> {
  const projectId = (await made('/v1/projects', { clientId, name, currency: 'CAD' })).id;
  const serviceId = (await made(`/v1/projects/${projectId}/services`, { serviceType: 'estimation' })).id;
  const line = { discipline: 'piping', unitOfMeasure: 'm', unitManHours: quantity, labourRate: 100 };
  const items = [1, 2, 3].map((at) => ({ ...line, itemNumber: at, description: `${name} ${at}`, quantity }));
  const { body } = await call(all, 'POST', '/api/v1/mto/bulk', { projectId, serviceId, items });
  const at = `/v1/projects/${projectId}/services/${serviceId}/estimations`;
  let versionId = '';
  await until(async () => {
    const { status, body } = await call(all, 'POST', at, { status: 'approved' });
    versionId = body.id;
    return status === 201;
  });
  const lineIds = body.items.map(({ id }: { id: string }) => id);
  await call(all, 'PUT', `/api/v1/mto/${lineIds[0]}?projectId=${projectId}`, { quantity: quantity + 1 });
  return { clientId, projectId, serviceId, versionId, lineIds };
}

async function newKey(json: object): Promise<string> {
  return (await made('/api/v1/api-keys', { name: crypto.randomUUID(), role: 'Contributor', ...json })).key;
}

async function seen(key: string, method: string, path: string, json?: object): Promise<string> {
  const { status, body } = await call(key, method, path, json);
  const { requestId: _, generatedAt: __, ...rest } = body ?? {};
  return JSON.stringify([status, rest]);
}

const reviewOf = ({ projectId }: Estimate, query = '') => `/api/v1/mto/project/${projectId}/review${query}`;

interface Reference {
  n: number;
  p90: number;
}

async function referencesFor(key: string): Promise<(Reference | null)[]> {
  const { body } = await call(key, 'GET', reviewOf(own));
  return body.ratios.map(({ reference }: { reference: Reference | null }) => reference);
}

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  gateway = await system.openGateway({ RATE_LIMIT_BULK_PER_MINUTE: '0' });
  all = (await system.newKey('Contributor')).key;
  const clientId = await newClient('own');
  own = await newEstimate(clientId, 'own', 10);
  for (let at = 1; at <= 5; at += 1) await newEstimate(clientId, `own ${at}`, 10 + at);
  const other = await newClient('foreign');
  for (let at = 1; at <= 2; at += 1)
    foreign = await newEstimate(other, `foreign ${at}`, foreignQuantityMin + at);
  limited = await newKey({ clientIds: [clientId] });
  limitedToOne = await newKey({ projectIds: [own.projectId] });
  await storeReviews(system);
  expect((await referencesFor(all)).some((reference) => reference?.n === 7)).toBe(true);
});
afterAll(() => system.stop());

// What other projects have next to ratios is for another test.
function withoutOthers(answer: string): object {
  const [status, body] = JSON.parse(answer);
  const ratios = body.ratios?.map(
    ({ reference: _, outside: __, ...ratio }: Record<string, unknown>) => ratio,
  );
  return [status, { ...body, ratios }];
}

describe('a limited caller compares stored versions of her own', () => {
  test('GET /api/v1/mto/project/{projectId}/compare and POST /api/v1/mto/reconcile answer what they answer to everybody', async () => {
    const { projectId, versionId } = own;
    const asked: [string, string, object?][] = [
      ['GET', `/api/v1/mto/project/${projectId}/compare?from=${versionId}&to=current`],
      ['POST', '/api/v1/mto/reconcile', { projectId, from: versionId, to: 'current', groupBy: ['area'] }],
      ['GET', reviewOf(own, `?estimationId=${versionId}`)],
    ];
    for (const [method, path, json] of asked) {
      const expected = await seen(all, method, path, json);
      expect(expected).toStartWith('[200');
      const answers = [limited, limitedToOne].map((key) => seen(key, method, path, json));
      expect((await Promise.all(answers)).map(withoutOthers)).toEqual(Array(2).fill(withoutOthers(expected)));
    }
  });

  test('a version, project or import of another client is one that does not exist', async () => {
    const { projectId } = own;
    const compare = (of: string, query: string) => `/api/v1/mto/project/${of}/compare?${query}`;
    const asks: [string, (id: string) => [string, string, object?]][] = [
      [foreign.versionId, (id) => ['GET', compare(projectId, `from=${id}&to=current`)]],
      [foreign.versionId, (id) => ['GET', compare(projectId, `from=${own.versionId}&to=${id}`)]],
      [foreign.projectId, (id) => ['GET', compare(id, `from=${foreign.versionId}&to=current`)]],
      [foreign.versionId, (id) => ['POST', '/api/v1/mto/reconcile', { projectId, from: id, to: 'current' }]],
      [
        foreign.projectId,
        (id) => ['POST', '/api/v1/mto/reconcile', { projectId: id, from: foreign.versionId, to: 'current' }],
      ],
      [foreign.projectId, (id) => ['GET', `/api/v1/mto/project/${id}/review`]],
      [foreign.versionId, (id) => ['GET', reviewOf(own, `?estimationId=${id}`)]],
      [
        foreign.projectId,
        (id) => [
          'PUT',
          `/api/v1/mto/project/${id}/review/NO_WBS`,
          { serviceId: foreign.serviceId, state: 'off', reason: 'x' },
        ],
      ],
    ];
    for (const key of [limited, limitedToOne])
      for (const [id, ask] of asks) {
        const [other, none] = [await seen(key, ...ask(id)), await seen(key, ...ask(unknown))];
        expect(other.replaceAll(id, '{id}')).toBe(none.replaceAll(unknown, '{id}'));
        expect(other).toMatch(/^\[4(04|09|22)/);
        expect(other).not.toContain('foreign');
      }
    expect(await seen(all, 'GET', reviewOf(foreign))).not.toContain('"reason":"x"');
  });
});

describe('a review by a limited caller', () => {
  test('compares ratios with approved versions that she sees alone', async () => {
    const hours = async (key: string) => (await referencesFor(key)).find((reference) => reference !== null);
    expect(await hours(all)).toMatchObject({ n: 7 });
    expect(await hours(limited)).toMatchObject({ n: 5 });
    expect(await hours(limitedToOne)).toBeUndefined();
    for (const reference of await referencesFor(limited))
      if (reference !== null) expect(reference.p90).toBeLessThan(foreignQuantityMin);
  });

  test('has the decisions of others, and others have hers', async () => {
    const decide = (key: string, code: string) =>
      call(key, 'PUT', `${reviewOf(own)}/${code}`, {
        serviceId: own.serviceId,
        state: 'dismissed',
        reason: `no ${code}`,
      });
    const { checks } = JSON.parse(await seen(all, 'GET', reviewOf(own, `?serviceId=${own.serviceId}`)))[1];
    const [first, second] = checks.map(({ code }: { code: string }) => code);
    expect((await decide(all, first)).status).toBe(200);
    expect((await decide(limited, second)).status).toBe(200);
    for (const key of [all, limited, limitedToOne]) {
      const review = await seen(key, 'GET', reviewOf(own, `?serviceId=${own.serviceId}`));
      expect([review.includes(`no ${first}`), review.includes(`no ${second}`)]).toEqual([true, true]);
    }
  });
});
