import { afterAll, describe, expect, test } from 'bun:test';
import { commonTakeoffImports } from '../support/takeoff-import';

const imports = await commonTakeoffImports();
const { mto } = imports.system;

afterAll(() => imports.stop());

const german = { 'accept-language': 'de' };
const messagesOf = (found: { message: string }[]) => found.map(({ message }) => message);

const head = ['Item No.', 'Description', 'Quantity', 'UOM', 'Colour of the sky'];

describe('an import that is read in the language of Accept-Language', () => {
  test('GET /api/v1/mto/import/status/{taskId} 200 has errors and warnings in it; what is stored is English', async () => {
    const rows = [
      head,
      [1, 'Pipe', 'six', 'm', 'blue'],
      [2, 'Elbow', -4, 'EA', 'grey'],
      [3, 'Tee', 2, 'EA', ''],
    ];
    const { task } = await imports.sheet(rows);
    expect(messagesOf(task.errors)).toEqual([
      'Quantity "six" is not a number',
      'Quantity -4 must be at least 0',
    ]);
    const path = `/api/v1/mto/import/status/${task.taskId}`;
    const { body, headers } = await mto.request('GET', path, { headers: german });
    expect(headers.get('content-language')).toBe('de');
    expect(messagesOf(body.errors)).toEqual([
      'Menge "six" ist keine Zahl',
      'Menge -4 muss mindestens 0 sein',
    ]);
    expect(messagesOf(body.warnings)).toContain(
      'Die Spalte „Colour of the sky“ wird ausgelassen: Kein Feld hat diese Überschrift.',
    );
    const withoutMessages = (found: object[]) => found.map((one) => ({ ...one, message: '' }));
    expect(withoutMessages(body.errors)).toEqual(withoutMessages(task.errors));
    const english = await mto.request('GET', path);
    expect(messagesOf(english.body.errors)).toEqual(messagesOf(task.errors));
    expect(english.headers.get('content-language')).toBe('en');
  });

  test('GET /api/v1/mto/import/status/{taskId} 200 says why the file was refused', async () => {
    const { task } = await imports.file(new File(['a;b\n1;2\n'], 'nothing.csv'));
    expect(task.error?.code).toBe('NO_KNOWN_HEADER');
    const path = `/api/v1/mto/import/status/${task.taskId}`;
    const { body } = await mto.request('GET', path, { headers: { 'accept-language': 'fr' } });
    expect(body.error).toEqual({
      code: 'NO_KNOWN_HEADER',
      message: 'Aucune feuille n’a de ligne d’en-tête avec au moins trois en-têtes connus.',
    });
  });
});

describe('a write in the language of Accept-Language', () => {
  const line = () => ({ ...imports.target(), discipline: 'piping', quantity: 1 });

  test('POST /api/v1/mto 201 answers again with what was stored, and a refusal in the language of each request', async () => {
    const json = line();
    const idempotent = { 'idempotency-key': crypto.randomUUID() };
    const first = await mto.request('POST', '/api/v1/mto', { json, headers: { ...german, ...idempotent } });
    const again = await mto.request('POST', '/api/v1/mto', { json, headers: idempotent });
    expect(again.body).toEqual(first.body);
    const other = { json: { ...json, quantity: 2 }, headers: { ...german, ...idempotent } };
    const refused = await mto.request('POST', '/api/v1/mto', other);
    expect(refused.body.detail).toBe('Dieser Schlüssel wurde schon mit anderem Inhalt verwendet.');
  });

  test('PUT /api/v1/mto/{mtoId} 412 says in it who was faster, and takes the ETag of any language', async () => {
    const { body, headers } = await mto.request('POST', '/api/v1/mto', { json: line(), headers: german });
    const path = `/api/v1/mto/${body.mtoId}?projectId=${body.projectId}`;
    const ifMatch = { 'if-match': String(headers.get('etag')) };
    const change = (quantity: number) =>
      mto.request('PUT', path, { json: { quantity }, headers: { ...german, ...ifMatch } });
    expect((await change(2)).status).toBe(200);
    const late = await change(3);
    expect(late.status).toBe(412);
    expect(late.body).toMatchObject({ code: 'VERSION_MISMATCH', title: 'Vorbedingung nicht erfüllt' });
    expect(late.body.detail).toMatch(/^Der Datensatz wurde von .+ am \S+ geändert; bitte neu laden\.$/);
  });

  test('GET /api/v1/mto/project/{projectId}/review 200 has the messages of checks in it', async () => {
    const { projectId, serviceId } = line();
    await mto.request('POST', '/api/v1/mto', { json: { ...line(), projectId, serviceId, quantity: 0 } });
    const path = `/api/v1/mto/project/${projectId}/review?serviceId=${serviceId}`;
    const { body } = await mto.request('GET', path, { headers: german });
    const found = body.checks.find(({ code }: { code: string }) => code === 'NO_QUANTITY');
    expect(found.message).toBe('1 Position ohne Menge.');
  });

  test('POST /api/v1/mto/aggregate 200 names disciplines in it, and areas as they were written', async () => {
    const { projectId, serviceId } = line();
    await mto.request('POST', '/api/v1/mto', { json: { ...line(), projectId, serviceId, area: 'Piping' } });
    const json = { projectId, serviceId, groupBy: ['discipline', 'area'] };
    const { body } = await mto.request('POST', '/api/v1/mto/aggregate', { json, headers: german });
    const found = body.data.find(({ group }: { group: { area: string } }) => group.area === 'Piping');
    expect(found).toMatchObject({ group: { discipline: 'piping' }, label: { discipline: 'Rohrleitungen' } });
  });
});
