import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import { type ExampleRequest, exampleRequests } from '../support/example-requests';
import { ExampleSender } from '../support/example-sender';
import { type GatewaySystem, startGatewaySystem } from '../support/gateway-system';
import type { Answer } from '../support/system';

let system: GatewaySystem;
let examples: ExampleSender;

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  examples = await ExampleSender.open(system);
});

afterAll(() => system.stop());

const schemas = ['clients_projects', 'crews_rates', 'equipment_wbs', 'mto', 'identity'];

/** What the request left in the history of any service. */
async function operationsOf({ headers }: Answer): Promise<string[]> {
  const found = await Promise.all(
    schemas.map(
      (schema) =>
        system.sql<{ reported: string }[]>`
        select record_type || ' ' || kind as reported from ${system.sql(schema)}.history_operation
        where request_id = ${headers.get('x-request-id')}`,
    ),
  );
  return found.flat().map(({ reported }) => reported);
}

const written = ({ body, status }: Answer) => ({
  status,
  errors: body?.errors,
  version: body?.version,
  updatedAt: body?.updatedAt,
  updated: body?.updated,
});

async function expectUnchanged(request: ExampleRequest, body: object, before: Answer): Promise<void> {
  const method = request.operation.split(' ')[0]?.toUpperCase() ?? '';
  const answer = await examples.call(method, examples.addressOf(request), body);
  const { version, updatedAt } = before.body;
  const updated = before.body.updated === undefined ? undefined : 0;
  expect(written(answer)).toEqual({ status: 200, errors: undefined, version, updatedAt, updated });
  expect(await operationsOf(answer)).toEqual([]);
}

// A decision says all of itself, and its service is no part of its address.
const isWrittenWhole = ({ operation }: ExampleRequest) => operation.endsWith('/review/{code}');

// Presence is no record: it says where somebody is for half a minute.
const isUpdate = ({ operation }: ExampleRequest) =>
  /^(put|patch) /.test(operation) && !operation.endsWith('/presence');

describe('what a PUT or PATCH does not change keeps its version, and leaves no operation', () => {
  for (const request of exampleRequests) {
    if (!isUpdate(request)) {
      test(`${request.operation} makes what follows is about`, async () => {
        expect((await examples.send(request)).status).toBeLessThan(300);
      });
      continue;
    }
    test(`${request.operation} 200 with present values: the same body again, every key of it alone, and the record as it was answered`, async () => {
      const first = await examples.send(request);
      expect(first.status).toBe(200);
      const body = examples.bodyOf(request);
      await expectUnchanged(request, body, first);
      if ('items' in body || isWrittenWhole(request)) return;
      for (const [key, value] of Object.entries(body))
        await expectUnchanged(request, { [key]: value }, first);
      await expectUnchanged(request, first.body, first);
    });
  }

  test('every PUT and PATCH of the API is among them', () => {
    const described = Object.entries(examples.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    const updates = described.filter((operation) => isUpdate({ operation }));
    expect(exampleRequests.filter(isUpdate).map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(updates),
    );
  });
});
