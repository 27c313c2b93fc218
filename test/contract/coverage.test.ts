import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { endpointOf } from '@consulting/gateway/routing/route-table';
import { identity } from '@consulting/identity/service';
import { mto } from '@consulting/mto/service';
import { startTestSystem, type TestSystem } from '../support/system';

interface Endpoint {
  service: string;
  method: string;
  path: string;
}

let system: TestSystem;
const endpoints: Endpoint[] = [];

async function describedBy(service: Parameters<TestSystem['start']>[0]): Promise<Endpoint[]> {
  const { body } = await (await system.start(service)).request('GET', '/openapi.json');
  return Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ service: service.name, method: method.toUpperCase(), path })),
  );
}

beforeAll(async () => {
  const services = [clientsProjects, crewsRates, mto, equipmentWbs, identity];
  system = await startTestSystem(services);
  for (const service of services) endpoints.push(...(await describedBy(service as never)));
});

afterAll(() => system.stop());

/** Notes and their history are the same for every type of record; `gateway-notes.test.ts` asks for those of each. */
const titleOf = ({ method, path }: Endpoint): string =>
  `${method} ${path
    .replace(/^(\/api\/v1\/notes\/)[a-z-]+/, '$1{recordType}')
    .replace(/^(\/api\/v1\/history\/)[a-z-]+(?=-notes)/, '$1{recordType}')}`;

const testedTitles = (): string[] =>
  ['v1', 'api-v1'].flatMap((set) =>
    readdirSync(`${import.meta.dir}/${set}`).flatMap((file) =>
      [...readFileSync(`${import.meta.dir}/${set}/${file}`, 'utf8').matchAll(/describe\('([^']+)'/g)].map(
        ([, title]) => title ?? '',
      ),
    ),
  );

describe('the API documents of the services', () => {
  test('describe endpoints that the gateway sends to the service that describes them', () => {
    expect(endpoints.length).toBeGreaterThan(30);
    const astray = endpoints.filter(({ service, path }) => endpointOf('GET', path).service !== service);
    expect(astray).toEqual([]);
  });

  test('describe no endpoint without contract tests', () => {
    const titles = testedTitles();
    const isTested = (endpoint: Endpoint) =>
      titles.some(
        (title) =>
          title
            .split(/[ ,:]+/)
            .slice(0, 2)
            .join(' ') === titleOf(endpoint),
      );
    expect(endpoints.filter((endpoint) => !isTested(endpoint))).toEqual([]);
  });
});
