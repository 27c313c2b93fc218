import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { endpointOf } from '@consulting/gateway/routing/route-table';
import { mto } from '@consulting/mto/service';
import {
  type Call,
  type GatewaySystem,
  type GatewayUnderTest,
  startGatewaySystem,
} from '../support/gateway-system';
import { unknownId } from '../support/project-system';

interface Operation {
  method: string;
  path: string;
  isUpload: boolean;
}

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let reader: string;
let contributor: string;
const operations: Operation[] = [];

/** The one list that this test keeps itself: what a Reader may call beside GET (resources.md 18). */
const readersPosts = [
  'POST /api/v1/mto/import/status/{taskId}/events/ticket',
  'POST /api/v1/mto/project/{projectId}/events/ticket',
  'PUT /api/v1/mto/project/{projectId}/presence',
  'POST /api/v1/mto/aggregate',
  'POST /api/v1/mto/what-if',
  'POST /api/v1/mto/reconcile',
  'POST /api/v1/mto/search',
  'POST /api/v1/mto/export',
  'POST /v1/projects/{projectId}/crew-rates',
];

const limits = { RATE_LIMIT_REQUESTS_PER_MINUTE: '0', RATE_LIMIT_BULK_PER_MINUTE: '0' };

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects, crewsRates, mto, equipmentWbs]);
  gateway = await system.openGateway({ ...limits, RATE_LIMIT_UPLOADS_PER_MINUTE: '0' });
  reader = (await system.newKey('Reader')).key;
  contributor = (await system.newKey('Contributor')).key;
  for (const { url } of system.services.values()) operations.push(...(await describedAt(url)));
});
afterAll(() => system.stop());

interface Described {
  requestBody?: { content: Record<string, unknown> };
}

async function describedAt(url: string): Promise<Operation[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      isUpload: requestBody?.content['multipart/form-data'] !== undefined,
    })),
  );
}

const pathOf = ({ path }: Operation) => path.replaceAll(/\{\w+\}/g, unknownId);

const atOnce = 50;

async function answerOf(operation: Operation, who: Call) {
  const { status, body, headers } = await gateway.call(operation.method, pathOf(operation), who);
  return { operation: `${operation.method} ${operation.path}`, status, code: body?.code, headers };
}

async function answers(who: Call) {
  const all: Awaited<ReturnType<typeof answerOf>>[] = [];
  for (let from = 0; from < operations.length; from += atOnce) {
    const some = operations.slice(from, from + atOnce);
    all.push(...(await Promise.all(some.map((operation) => answerOf(operation, who)))));
  }
  return all;
}

describe('every route of every service', () => {
  test('is walked', () => {
    expect(operations.length).toBeGreaterThan(80);
    expect(new Set(operations.map(({ path }) => path.split('/')[1]))).toEqual(new Set(['v1', 'api']));
  });

  test('without a credential is 401 with WWW-Authenticate', async () => {
    const wrong = (await answers({})).filter(
      ({ status, code, headers }) =>
        status !== 401 || code !== 'AUTHENTICATION_REQUIRED' || !headers.get('www-authenticate'),
    );
    expect(wrong).toEqual([]);
  });

  test('lets a Reader in only to read; everything else is 403', async () => {
    const may = ({ operation }: { operation: string }) =>
      (operation.startsWith('GET ') && !/\/(api-keys|grants|access\/grants)/.test(operation)) ||
      readersPosts.includes(operation);
    const all = await answers({ key: reader });
    const refused = all.filter(({ status }) => status === 403);
    expect(refused.map(({ operation }) => operation).sort()).toEqual(
      all
        .filter((one) => !may(one))
        .map(({ operation }) => operation)
        .sort(),
    );
    expect(refused.every(({ code }) => code === 'INSUFFICIENT_ROLE')).toBe(true);
    expect(all.filter(({ status }) => status === 401)).toEqual([]);
  });

  test('lets a Contributor in', async () => {
    const shut = (await answers({ key: contributor })).filter(({ status }) => [401, 403].includes(status));
    expect(shut).toEqual([]);
  });

  test('that takes a file is counted as an upload', () => {
    const uploads = operations.filter(({ isUpload }) => isUpload);
    expect(uploads.length).toBeGreaterThan(2);
    const uncounted = uploads.filter((one) => endpointOf(one.method, pathOf(one)).kind !== 'upload');
    expect(uncounted).toEqual([]);
  });

  test('that creates or changes many, or exports, is counted as bulk', () => {
    const many = operations.filter(({ path }) => /\/(bulk|bulk-edit|bulk-delete|export)$/.test(path));
    expect(many.length).toBeGreaterThan(1);
    expect(many.filter((one) => endpointOf(one.method, pathOf(one)).kind !== 'bulk')).toEqual([]);
  });
});

describe('a path that no service has', () => {
  const paths = ['/v1/later', '/api/v1/later/on', '/v1/clients/x/later', '/', '/V1/clients', '/nothing'];
  test.each(paths.filter((path) => path !== '/'))('%s is closed', async (path) => {
    expect((await gateway.call('GET', path)).status).toBe(401);
    expect((await gateway.call('POST', path, { key: reader })).status).toBe(403);
    expect((await gateway.call('GET', path, { key: reader })).status).toBe(404);
  });
});

describe('open without a credential', () => {
  test.each([
    '/',
    '/live',
    '/ready',
    '/api/v1/health',
    '/api/docs',
    '/api/openapi.json',
    '/app',
    '/app/settings.json',
  ])('%s', async (path) => {
    expect((await gateway.call('GET', path)).status).toBe(200);
  });

  test('the address at which identity verifies keys is not one of them', async () => {
    for (const key of [undefined, contributor])
      expect(
        (await gateway.call('POST', '/api-key-verifications', { key, json: { key: reader } })).status,
      ).toBe(key ? 404 : 401);
  });
});
