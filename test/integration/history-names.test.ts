import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import { exampleRequests } from '../support/example-requests';
import { ExampleSender } from '../support/example-sender';
import { type GatewaySystem, startGatewaySystem } from '../support/gateway-system';

type Json = Record<string, unknown>;
type Fields = Record<string, { before: unknown; after: unknown }>;

let system: GatewaySystem;
let examples: ExampleSender;

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  examples = await ExampleSender.open(system);
  for (const request of exampleRequests) expect((await examples.send(request)).status).toBeLessThan(300);
  expect((await examples.call('DELETE', '/api/v1/crews/trades/PIPF/cascade')).status).toBe(204);
});

afterAll(() => system.stop());

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** Fields of records that hold an identifier, and those that say beside it what a person knows the other record by. */
const named: Record<string, string[]> = {
  clientId: ['clientCode'],
  projectId: ['projectCode'],
  serviceId: ['serviceCode'],
  crewId: ['crewCode', 'universalCrewCode'],
  parentId: ['parentCode', 'parentName'],
  tradeId: ['tradeCode'],
  bookId: ['priceBook'],
  subjectId: ['subjectName'],
};

/** A note is asked for by the record that it is on. */
const ofNotes = (type: string) => type.endsWith('-notes');
const noted = ['recordId'];

/** Owners that another service keeps: the operation says which they are. */
const ownersElsewhere = ['crews', 'review-checks', 'service-crews', 'equipment-tags', 'wbs', 'takeoff-lines'];

async function changesOf(recordType: string): Promise<{ code: string | null; fields: Fields }[]> {
  const { body } = await examples.call('GET', `/api/v1/history/${recordType}?limit=100`);
  const details = await Promise.all(
    body.data.map(({ operationId }: Json) =>
      examples.call('GET', `/api/v1/history/${recordType}/${operationId}?limit=100`),
    ),
  );
  return details.flatMap(({ body: { changes } }) => changes);
}

const isId = (value: unknown) => typeof value === 'string' && new RegExp(`^${uuid.source}$`).test(value);

/** Fields whose values are identifiers, without one beside them that names the record. */
function unnamedIds(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([key, { before, after }]) => {
    if (uuid.test(key)) return [key];
    const isNamed = (named[key] ?? []).some((name) => name in fields);
    return [before, after].some(isId) && !isNamed ? [key] : [];
  });
}

describe('GET /api/v1/history/{recordType}/{operationId} names other records by their codes', () => {
  test('of every record type, in all that the examples of the API document and the removal of a trade did', async () => {
    const { parameters } = examples.document.paths['/api/v1/history/{recordType}'].get;
    const types: string[] = parameters.find(({ name }: Json) => name === 'recordType').schema.enum;
    expect(types.filter(ofNotes)).toHaveLength(19);
    expect(types).toHaveLength(39);
    const found: Json[] = [];
    for (const type of types.filter((one) => !ofNotes(one) || one === 'clients-notes')) {
      const changes = await changesOf(type);
      expect([type, changes.length]).not.toEqual([type, 0]);
      const elsewhere = ownersElsewhere.includes(type)
        ? ['projectId', 'serviceId']
        : ofNotes(type)
          ? noted
          : [];
      for (const { code, fields } of changes) {
        const keys = unnamedIds(fields).filter((key) => !elsewhere.includes(key));
        if (keys.length > 0 || isId(code)) found.push({ type, code, keys });
      }
    }
    expect(found).toEqual([]);
  });

  test('a crew that lost the members of a removed trade says which trade that was', async () => {
    const changes = await changesOf('crews');
    const members = changes.flatMap(({ fields }) =>
      Object.entries(fields).filter(([key, { after }]) => key.startsWith('labourMembers.') && after === null),
    );
    expect(members).toContainEqual([
      'labourMembers.PIPF Journeyman',
      {
        before: expect.objectContaining({ tradeCode: 'PIPF', laborDesignation: 'Journeyman' }),
        after: null,
      },
    ]);
  });

  test('a rate card and a tag that go say of which trade and machine they were', async () => {
    const [cards, tags] = [await changesOf('rate-cards'), await changesOf('equipment-tags')];
    expect(cards).toContainEqual(
      expect.objectContaining({
        action: 'delete',
        fields: expect.objectContaining({ tradeCode: { before: 'PIPF', after: null } }),
      }),
    );
    expect(tags.map(({ fields }) => fields.equipmentCode?.after)).toContain('CRN-RT-050');
    expect(tags.flatMap(({ fields }) => Object.keys(fields))).not.toContain('equipmentId');
  });

  test('indirect costs are known by their project', async () => {
    const [change] = await changesOf('indirect-costs');
    expect(change).toMatchObject({ code: expect.any(String), label: expect.any(String) });
  });
});
