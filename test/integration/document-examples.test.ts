import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { exampleIds } from '@consulting/kernel/fields/example';
import { mto } from '@consulting/mto/service';
import { type ExampleRequest, exampleRequests, recordOf } from '../support/example-requests';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';

type Operation = { requestBody?: { content: Record<string, { example: object }> } };

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let key: string;
let paths: Record<string, Record<string, Operation>>;

/** The records that were made, by the identifier that they have in the examples. */
const made = new Map<string, string>();

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  gateway = await system.openGateway();
  ({ key } = await system.newKey('Contributor'));
  const { body } = await gateway.call('GET', '/api/openapi.json', { key });
  ({ paths } = body);
});

afterAll(() => system.stop());

const jsonExample = (operation: Operation | undefined) =>
  operation?.requestBody?.content['application/json']?.example;

/** A text of the examples with the identifiers of the records that were made. */
const withMadeIds = (text: string) =>
  [...made].reduce((changed, [example, id]) => changed.replaceAll(example, id), text);

const codes: Record<string, string> = { tradeCode: 'PIPF', equipmentCode: 'CRN-RT-050' };

const addressOf = (path: string, query?: string) =>
  path.replace(/\{(\w+)\}/g, (_, name) => {
    const record = recordOf[name];
    return record === undefined ? (codes[name] ?? name) : exampleIds[record];
  }) + (query === undefined ? '' : `?${query}`);

async function send({ operation, query, changes, makes }: ExampleRequest): Promise<string> {
  const [method = '', path = ''] = operation.split(' ');
  const json = JSON.parse(withMadeIds(JSON.stringify({ ...jsonExample(paths[path]?.[method]), ...changes })));
  const address = withMadeIds(addressOf(path, query));
  const { status, body } = await gateway.call(method.toUpperCase(), address, { key, json });
  if (makes !== undefined) made.set(exampleIds[makes], body.id ?? body.operationId);
  return status < 300 ? 'done' : `${status} ${JSON.stringify(body)}`;
}

describe('the examples of the API document', () => {
  test('are all sent below', () => {
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations)
        .filter((method) => jsonExample(operations[method]) !== undefined)
        .map((method) => `${method} ${path}`),
    );
    const sent = new Set(exampleRequests.map(({ operation }) => operation));
    expect([...sent].toSorted()).toEqual(described.toSorted());
  });

  for (const request of exampleRequests) {
    const name = request.changes ? ` with ${JSON.stringify(request.changes)}` : '';
    test(`${request.operation}${name} is accepted`, async () => {
      expect(await send(request)).toBe('done');
    });
  }
});
