import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import { exampleRequests } from '../support/example-requests';
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

/** What was created is read where `Location` says, with the record in it. */
async function requireLocation({ headers, body }: Answer): Promise<void> {
  const location = headers.get('location') ?? '';
  const found = await examples.call('GET', location);
  expect([location, found.status]).toEqual([location, 200]);
  expect(JSON.stringify(found.body)).toContain(body.id ?? body.ids?.[0] ?? body.items[0].id);
}

describe('the examples of the API document', () => {
  test('are all sent below', () => {
    const described = Object.entries(examples.paths).flatMap(([path, operations]) =>
      Object.keys(operations)
        .filter((method) => examples.exampleOf(operations[method]) !== undefined)
        .map((method) => `${method} ${path}`),
    );
    const sent = new Set(exampleRequests.map(({ operation }) => operation));
    expect([...sent].toSorted()).toEqual(described.toSorted());
  });

  for (const request of exampleRequests) {
    const name = request.changes ? ` with ${JSON.stringify(request.changes)}` : '';
    test(`${request.operation}${name} is accepted; 201 tells where the record is`, async () => {
      const answer = await examples.send(request);
      expect(answer.status < 300 ? 'done' : answer).toBe('done');
      if (answer.status === 201) await requireLocation(answer);
    });
  }

  test('every 201 of the document has been sent', () => {
    const creating = Object.entries(examples.document.paths).flatMap(([path, operations]) =>
      Object.entries(operations as Record<string, { responses: object }>)
        .filter(([, { responses }]) => '201' in responses)
        .map(([method]) => `${method} ${path}`),
    );
    const sent = new Set(exampleRequests.map(({ operation }) => operation));
    expect(creating.filter((operation) => !sent.has(operation))).toEqual([]);
  });
});
