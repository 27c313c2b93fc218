import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CrewSystem, commonCrewSystem, faultsOf, freshCode, unknownId } from '../../support/crew-system';
import type { Answer, ServiceUnderTest } from '../../support/system';

let system: CrewSystem;
let request: ServiceUnderTest['request'];
let journeyman: Answer['body'];

beforeAll(async () => {
  system = await commonCrewSystem();
  request = system.request;
  journeyman = await system.newTrade({ tradeCode: freshCode('PIPF'), laborDesignation: 'Journeyman' });
});
afterAll(() => system.stop());

const members = () => ({ labourMembers: [system.persons(journeyman, 4)] });
const post = (json: object) => request('POST', '/api/v1/crews', { json });

describe('GET /api/v1/crews', () => {
  test('200: the envelope of set 2 with hasMore, filters of set 1', async () => {
    const discipline = freshCode('discipline');
    for (const name of ['a', 'b']) await system.newCrew({ name, discipline });
    const { status, body } = await request('GET', `/api/v1/crews?discipline=${discipline}&limit=1`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 2, skip: 0, limit: 1, hasMore: true });
  });

  test('200: the literal paths of trades and members are not taken for a crew', async () => {
    for (const path of ['trades', 'members'])
      expect((await request('GET', `/api/v1/crews/${path}`)).body).toMatchObject({ skip: 0, limit: 20 });
  });

  test('422: limit above 100 and an unknown parameter, named at once', async () => {
    const answer = await request('GET', '/api/v1/crews?limit=101&colour=red');
    expect(answer.status).toBe(422);
    expect(faultsOf(answer.body)).toEqual({ limit: 'MAX', colour: 'UNKNOWN_FIELD' });
  });
});

describe('POST /api/v1/crews', () => {
  test('201: the record of set 1', async () => {
    const { status, body, headers } = await post({ code: freshCode('PF'), name: 'Pipe crew', ...members() });
    expect([status, headers.get('etag'), body.labourCount]).toEqual([201, '"1"', 4]);
    expect((await request('GET', `/v1/crews/${body.crewId}`)).body.code).toBe(body.code);
  });

  test('409 CODE_EXISTS, case ignored', async () => {
    const code = freshCode('PF');
    await system.newCrew({ code });
    const { status, body } = await post({ code: code.toLowerCase(), name: 'Again' });
    expect([status, body.code]).toEqual([409, 'CODE_EXISTS']);
  });

  test('422 without a name', async () => {
    const { status, body } = await post({ code: freshCode('PF') });
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR']);
  });
});

describe('GET /api/v1/crews/{crewId}', () => {
  test('200 with members', async () => {
    const crew = await system.newCrew(members());
    const { status, body } = await request('GET', `/api/v1/crews/${crew.id}`);
    expect([status, body.labourMembers.length]).toEqual([200, 1]);
  });

  test('404 unknown crew', async () => {
    expect((await request('GET', `/api/v1/crews/${unknownId}`)).status).toBe(404);
  });
});

describe('PATCH /api/v1/crews/{crewId}', () => {
  test('200 changes the keys in the body and keeps the others', async () => {
    const crew = await system.newCrew(members());
    const { status, body } = await request('PATCH', `/api/v1/crews/${crew.id}`, {
      json: { name: 'Renamed' },
    });
    expect([status, body.name, body.code, body.version]).toEqual([200, 'Renamed', crew.code, 2]);
  });

  test('412 for a version that is past, 422 for an empty body, 404 for an unknown crew', async () => {
    const crew = await system.newCrew();
    const path = `/api/v1/crews/${crew.id}`;
    const late = await request('PATCH', path, { json: { name: 'x' }, headers: { 'if-match': '"9"' } });
    const empty = await request('PATCH', path, { json: {} });
    const unknown = await request('PATCH', `/api/v1/crews/${unknownId}`, { json: { name: 'x' } });
    expect([late.status, empty.status, unknown.status]).toEqual([412, 422, 404]);
  });

  test('405 PUT, which is the method of set 1', async () => {
    const crew = await system.newCrew();
    const { status, headers } = await request('PUT', `/api/v1/crews/${crew.id}`, { json: { name: 'x' } });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH, DELETE']);
  });
});

describe('POST /api/v1/crews/{crewId}/duplicate', () => {
  test('201 a copy with the new name and code, 409 for a code that exists', async () => {
    const crew = await system.newCrew(members());
    const path = `/api/v1/crews/${crew.id}/duplicate`;
    const copy = { newName: 'Copy', newCode: freshCode('PF') };
    const first = await request('POST', path, { json: copy });
    expect([first.status, first.body.name, first.body.labourCount]).toEqual([201, 'Copy', 4]);
    expect((await request('POST', path, { json: copy })).body.code).toBe('CODE_EXISTS');
  });
});

describe('DELETE /api/v1/crews/{crewId}', () => {
  test('404 unknown crew', async () => {
    expect((await request('DELETE', `/api/v1/crews/${unknownId}`)).status).toBe(404);
  });

  test('204 for a crew that nobody uses, then 404', async () => {
    const crew = await system.newCrew();
    expect((await request('DELETE', `/api/v1/crews/${crew.id}`)).status).toBe(204);
    expect((await request('GET', `/api/v1/crews/${crew.id}`)).status).toBe(404);
  });
});
