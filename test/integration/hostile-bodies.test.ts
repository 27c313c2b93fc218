import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startTakeoffSystem, type TakeoffSystem } from '../support/takeoff-system';

let system: TakeoffSystem;
let projectId: string;
let serviceId: string;

beforeAll(async () => {
  system = await startTakeoffSystem();
  projectId = system.records.addProject();
  serviceId = system.records.addService(projectId);
});
afterAll(() => system.stop());

const mebibyte = 1024 * 1024;
const json = { 'content-type': 'application/json' };
const send = (path: string, text: string) =>
  system.mto.request('POST', `/api/v1/mto${path}`, { text, headers: json });

const codesOf = (body: { errors: { code: string }[] }) => [...new Set(body.errors.map(({ code }) => code))];
const bytesOf = (body: unknown) => Buffer.byteLength(JSON.stringify(body));

const wrongIds = 200_000;
const head = () => `{"projectId":"${projectId}","serviceId":"${serviceId}",`;
const items = (item: string, count: number) => `${head()}"items":[${`${item},`.repeat(count - 1)}${item}]}`;
const selection = (value: string) => `{"projectId":"${projectId}","selection":${value}}`;

describe('a refused request is answered with at most 1,000 faults and one mebibyte', () => {
  test('422: 20 million items, of which none is made', async () => {
    const { status, body } = await send('/bulk', `${head()}"items":[${'{},'.repeat(20_000_000)}{}]}`);
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          field: 'items',
          code: 'MAX_LENGTH',
          message: 'must have at most 5000 entries',
          params: { maxItems: 5000 },
        },
      ],
    ]);
  });

  test('422: 5,000 items of 40 unknown keys each', async () => {
    const item = JSON.stringify(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`x${at}`, 1])));
    const { status, body } = await send('/bulk', items(item, 5000));
    expect([status, body.errors.length, bytesOf(body) <= mebibyte]).toEqual([422, 1000, true]);
    expect(body.errorCount).toBe(5000 * 42);
  });

  test('422: wrong identifiers; 404: unknown ones', async () => {
    const wrong = await send(
      '/bulk-delete',
      selection(`{"mode":"ids","ids":[${'"x",'.repeat(wrongIds)}"x"]}`),
    );
    expect([wrong.status, wrong.body.errors.length, wrong.body.errorCount]).toEqual([
      422,
      1000,
      wrongIds + 1,
    ]);
    expect(bytesOf(wrong.body)).toBeLessThan(mebibyte);
    const ids = Array.from({ length: 20_000 }, () => crypto.randomUUID());
    const asked = JSON.stringify({ projectId, confirm: true, selection: { mode: 'ids', ids } });
    const unknown = await send('/bulk-delete', asked);
    expect([unknown.status, unknown.body.ids.length, unknown.body.count]).toEqual([404, 1000, 20_000]);
  });

  const filters = (condition: string) =>
    `{"projectId":"${projectId}","filters":{"conditions":[${condition}]}}`;
  const searches: [string, () => string, string][] = [
    ['100,000 conditions', () => filters(`${'{},'.repeat(99_999)}{}`), 'MAX'],
    ['50,000 unknown keys', () => filters(`{${'"k":1,'.repeat(10)}${manyKeys(50_000)}}`), 'UNKNOWN_FIELD'],
    ['a value of 100,000', () => filters(condition(`[${'"a",'.repeat(99_999)}"a"]`)), 'MAX_LENGTH'],
    ['5,000 values of a wrong type', () => filters(condition(`[${'1,'.repeat(4999)}1]`)), 'TYPE'],
    ['a long field', () => filters(`{"field":"${'f'.repeat(900_000)}"}`), 'UNKNOWN_FIELD'],
    ['a long key', () => `{"projectId":"${projectId}","${'k'.repeat(900_000)}":1}`, 'UNKNOWN_FIELD'],
  ];
  const condition = (value: string) => `{"field":"tag","operator":"in","value":${value}}`;
  const manyKeys = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',');
  for (const [what, body, code] of searches) {
    test(`422: a search with ${what}`, async () => {
      const answer = await send('/search', body());
      expect([answer.status, codesOf(answer.body).includes(code)]).toEqual([422, true]);
      expect(answer.body.errors.length).toBeLessThanOrEqual(1000);
      expect(answer.body.errorCount).toBeGreaterThanOrEqual(answer.body.errors.length);
      expect(bytesOf(answer.body)).toBeLessThan(mebibyte);
      const longest = Math.max(
        ...answer.body.errors.map(({ message }: { message: string }) => message.length),
      );
      expect(longest).toBeLessThan(500);
    });
  }

  test('422: a query of 3,000 parameters', async () => {
    const query = Array.from({ length: 3000 }, (_, at) => `p${at}=1`).join('&');
    const { status, body } = await system.mto.request('GET', `/api/v1/mto?${query}`);
    expect([status, body.errors.length, body.errorCount]).toEqual([422, 1000, 3001]);
  });

  test('422: a form with a mapping of 1,000 unknown fields; 413: text parts of more than a mebibyte', async () => {
    const form = new FormData();
    const mapping = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`h${at}`, 'f'.repeat(200)]));
    form.set('mapping', JSON.stringify(mapping));
    form.set('file', new File(['a'], 'a.csv'));
    const refused = await system.mto.request('POST', '/api/v1/mto/import/async', { form });
    expect([refused.status, refused.body.errors.length, refused.body.errorCount]).toEqual([422, 1000, 1002]);
    for (let part = 0; part < 6; part++) form.append('sheet', 's'.repeat(200 * 1024));
    const large = await system.mto.request('POST', '/api/v1/mto/import/async', { form });
    expect([large.status, large.body.code]).toEqual([413, 'BODY_TOO_LARGE']);
  });
});
