import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import type { Fault } from '@consulting/kernel/schema';
import { mto } from '@consulting/mto/service';
import { resolve } from '../support/conformance';
import { type ExampleRequest, exampleRequests } from '../support/example-requests';
import { ExampleSender } from '../support/example-sender';
import { type GatewaySystem, startGatewaySystem } from '../support/gateway-system';

let system: GatewaySystem;
let examples: ExampleSender;

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  examples = await ExampleSender.open(system);
  for (const request of exampleRequests) {
    const { status, body } = await examples.send(request);
    if (status >= 300) throw new Error(`${request.operation}: ${JSON.stringify(body)}`);
  }
}, 300_000);

afterAll(() => system.stop());

interface Schema {
  description?: string;
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  anyOf?: Schema[];
}

/** The keys that the document has for a body, those of its variants as well. */
function keysOf(schema: Schema): Map<string, Schema> {
  if (schema.$ref) return keysOf(resolve(examples.document, schema.$ref) as Schema);
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])].flatMap((part) => [...keysOf(part)]);
  return new Map([...parts, ...Object.entries(schema.properties ?? {})]);
}

/** What a plain value may be, behind its references. */
const typesOf = ({ $ref, type, anyOf = [], allOf = [] }: Schema): (string | undefined)[] =>
  $ref
    ? typesOf(resolve(examples.document, $ref) as Schema)
    : [type, ...[...anyOf, ...allOf].map(typesOf)].flat();

const isBoolean = (schema: Schema) => typesOf(schema).includes('boolean');

const headOf = ({ field }: Fault) => /^[\w-]*/.exec(field)?.[0] ?? '';

/** The faults that an operation finds in a body; undefined when it takes it. */
async function faultsOf(request: ExampleRequest, json: unknown): Promise<Fault[] | undefined> {
  const [method = '', path = ''] = request.operation.split(' ');
  const { status, body } = await examples.call(method.toUpperCase(), examples.addressOf(request), json);
  if (body?.code !== 'VALIDATION_ERROR') return undefined;
  expect(status).toBe(path.startsWith('/v1/') ? 400 : 422);
  return body.errors;
}

const operations = new Map(exampleRequests.map((request) => [request.operation, request]));

describe('a validation error names the field as it was sent', () => {
  for (const request of operations.values()) {
    test(request.operation, async () => {
      const [method = '', path = ''] = request.operation.split(' ');
      const { schema } = examples.paths[path]?.[method]?.requestBody?.content['application/json'] ?? {};
      const documented = keysOf(schema as Schema);
      const example = examples.bodyOf(request);
      const leaked: string[] = [];
      const silent: string[] = [];
      const untyped: Fault[] = [];
      let found = 0;
      for (const [key, field] of documented) {
        const json = { ...example, [key]: isBoolean(field) ? 'x' : false };
        const faults = await faultsOf(request, json);
        found += faults?.length ?? 0;
        leaked.push(...(faults ?? []).map(headOf).filter((name) => !(name in json) && !documented.has(name)));
        if (faults && !faults.some((fault) => headOf(fault) === key)) silent.push(key);
        untyped.push(...(faults ?? []).filter(({ code, params }) => code === 'TYPE' && !params?.type));
      }
      expect({ leaked, silent, untyped }).toEqual({ leaked: [], silent: [], untyped: [] });
      expect(found > 0).toBe(documented.size > 0);
    });
  }

  test('nothing but an unknown key is sent to any operation', async () => {
    const named: [string, string[]][] = [];
    for (const request of operations.values()) {
      const faults = (await faultsOf(request, { nobodyKnows: 1 })) ?? [];
      const [method = '', path = ''] = request.operation.split(' ');
      const { schema } = examples.paths[path]?.[method]?.requestBody?.content['application/json'] ?? {};
      const known = new Set(['nobodyKnows', ...keysOf(schema as Schema).keys()]);
      named.push([request.operation, faults.map(headOf).filter((name) => !known.has(name))]);
    }
    expect(named.filter(([, names]) => names.length > 0)).toEqual([]);
  });

  test('a code that exists, by either of its names', async () => {
    const named: string[] = [];
    for (const request of operations.values()) {
      const [method = '', path = ''] = request.operation.split(' ');
      if (method !== 'post') continue;
      const { schema } = examples.paths[path]?.[method]?.requestBody?.content['application/json'] ?? {};
      const json = examples.bodyOf(request);
      const { body } = await examples.call('POST', examples.addressOf(request), json);
      if (body?.code !== 'CODE_EXISTS') continue;
      named.push(`${path} ${body.field}`);
      for (const [key, { description }] of keysOf(schema as Schema)) {
        const other = description === `Same as ${body.field}.` ? body.field : undefined;
        if (other === undefined) continue;
        const { [other]: code, ...others } = json;
        const again = await examples.call('POST', examples.addressOf(request), { ...others, [key]: code });
        expect([again.status, again.body.field]).toEqual([409, key]);
        named.push(`${path} ${key}`);
      }
    }
    expect(named).toContain('/v1/crews code');
    expect(named).toContain('/api/v1/crews crewCode');
  });

  test('every parameter of every query', async () => {
    const wrong: string[] = [];
    for (const [path, methods] of Object.entries(examples.paths)) {
      for (const { name, in: place } of methods.get?.parameters ?? []) {
        if (place !== 'query' || name === undefined) continue;
        const address = examples.addressOf({ operation: `get ${path}`, query: `${name}=%C3%B6&${name}=2` });
        const { status, body } = await examples.call('GET', address);
        const isNamed = body?.errors?.some(({ field }: Fault) => field === name);
        if (![404, 400, 422].includes(status) || (body.code === 'VALIDATION_ERROR' && !isNamed))
          wrong.push(`${status} ${address} ${JSON.stringify(body)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
