import { afterAll, describe, expect, test } from 'bun:test';
import { fieldsOf } from '@consulting/takeoff-fields/registry';
import { commonTakeoffLines, faultsOf } from '../../support/takeoff-lines';

const { system, call } = await commonTakeoffLines();

afterAll(() => system.stop());

describe('GET /api/v1/mto/fields', () => {
  test('200 the fields of a discipline with labels, bounds, formulas and operators', async () => {
    const { status, body, headers } = await call('GET', '/mto/fields?discipline=piping');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, max-age=300');
    expect(body.data.map(({ key }: { key: string }) => key)).toEqual(
      fieldsOf('piping').map(({ key }) => key),
    );
    const find = (key: string) => body.data.find((field: { key: string }) => field.key === key);
    expect(find('quantity')).toMatchObject({ type: 'number', required: true, computed: false, decimals: 6 });
    expect(find('quantity').disciplines).toHaveLength(9);
    expect(find('totalCost')).toMatchObject({ computed: true, unit: 'currency', decimals: 2 });
    expect(find('totalCost').formula).not.toBeNull();
    expect(find('tag')).toMatchObject({ maxLength: 80, enum: null, decimals: null, formula: null });
    expect(find('tag').operators).toContain('startsWith');
    expect(find('materialGroup')).toMatchObject({ type: 'enum', disciplines: ['piping'] });
    expect(find('materialGroup').enum).toContainEqual({ value: 'carbon-steel', label: 'Carbon steel' });
    expect(find('tag').usualValues).toBeNull();
    expect(find('unitOfMeasure').usualValues).toContainEqual({
      value: 'm',
      spellings: expect.arrayContaining(['mtr', 'lm']),
    });
    expect(find('discipline').enum).toContainEqual({ value: 'piping', label: 'Piping' });
  });

  test('200 without a discipline the fields of all of them', async () => {
    const { body } = await call('GET', '/mto/fields');
    expect(body.total).toBe(body.data.length);
    const keys = new Set(body.data.map(({ key }: { key: string }) => key));
    expect(keys.has('nominalPipeSize') && keys.has('rebarWeight')).toBe(true);
  });

  test('304 for the ETag of the answer, alone, in a list and weak; 200 for another', async () => {
    const { headers } = await call('GET', '/mto/fields?discipline=civil');
    const etag = String(headers.get('etag'));
    expect(etag).toMatch(/^"[\w-]+"$/);
    const statusFor = async (tags: string) =>
      (await call('GET', '/mto/fields?discipline=civil', { headers: { 'if-none-match': tags } })).status;
    expect(await statusFor(etag)).toBe(304);
    expect(await statusFor(`"other", W/${etag}`)).toBe(304);
    expect(await statusFor('"other"')).toBe(200);
    const other = await call('GET', '/mto/fields?discipline=piping', { headers: { 'if-none-match': etag } });
    expect(other.status).toBe(200);
  });

  test('200 with labels and groups in the language that is asked for, and an ETag of its own', async () => {
    const read = (language: string, headers: Record<string, string> = {}) =>
      call('GET', '/mto/fields?discipline=piping', { headers: { 'accept-language': language, ...headers } });
    const [english, german] = [await read('en-GB'), await read('de-AT, en;q=0.5')];
    const quantity = ({ body }: typeof german) =>
      body.data.find((field: { key: string }) => field.key === 'quantity');
    expect(quantity(english)).toMatchObject({ label: 'Quantity', group: 'Quantity' });
    expect(quantity(german)).toMatchObject({ label: 'Menge', group: 'Menge' });
    expect(english.headers.get('content-language')).toBe('en');
    expect(german.headers.get('content-language')).toBe('de');
    expect(german.headers.get('vary')).toContain('Accept-Language');
    const [tag, germanTag] = [english, german].map(({ headers }) => String(headers.get('etag')));
    expect(germanTag).not.toBe(tag);
    expect((await read('de', { 'if-none-match': `${tag}, W/${germanTag}` })).status).toBe(304);
    expect((await read('de', { 'if-none-match': String(tag) })).status).toBe(200);
    expect((await read('fr', { 'if-none-match': String(germanTag) })).status).toBe(200);
    expect((await read('en', { 'if-none-match': String(germanTag) })).status).toBe(200);
  });

  test('422 for an unknown discipline', async () => {
    const answer = await call('GET', '/mto/fields?discipline=plumbing');
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual(['discipline ENUM']);
  });
});
