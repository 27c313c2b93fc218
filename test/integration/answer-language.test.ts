import { afterAll, describe, expect, test } from 'bun:test';
import { commonProjectSystem, freshCode, unknownId } from '../support/project-system';

const system = await commonProjectSystem();
const { request } = system;

afterAll(() => system.stop());

const inLanguage = (language: string) => ({ 'accept-language': language });

describe('a problem in the language of Accept-Language', () => {
  test.each([
    ['de', 'tag: ist kein bekanntes Feld (und 1 weitere)', 'Ungültige Anfrage'],
    ['fr-CA', 'tag : n’est pas un champ connu (et 1 de plus)', 'Requête incorrecte'],
    ['es, en;q=0.5', 'tag: no es un campo conocido (y 1 más)', 'Petición incorrecta'],
  ])(
    'POST /v1/clients 400 for %s has title, detail and messages in it, and the same codes',
    async (asked, detail, title) => {
      const json = { code: freshCode('C-'), tag: 1 };
      const english = await request('POST', '/v1/clients', { json });
      const { status, body, headers } = await request('POST', '/v1/clients', {
        json,
        headers: inLanguage(asked),
      });
      expect(status).toBe(400);
      expect(headers.get('content-language')).toBe(asked.slice(0, 2));
      expect(headers.get('vary')).toContain('Accept-Language');
      expect(body).toMatchObject({ title, code: 'VALIDATION_ERROR', errorCount: english.body.errorCount });
      expect(body.detail).toStartWith(detail);
      const codes = ({ errors }: typeof body) =>
        errors.map(({ field, code, params }: (typeof errors)[number]) => ({ field, code, params }));
      expect(codes(body)).toEqual(codes(english.body));
      const messages = ({ errors }: typeof body) => errors.map(({ message }: { message: string }) => message);
      for (const message of messages(english.body)) expect(messages(body)).not.toContain(message);
    },
  );

  test('GET /v1/clients/{clientId} 404 says what was looked for', async () => {
    const { body } = await request('GET', `/v1/clients/${unknownId}`, { headers: inLanguage('de') });
    expect(body).toMatchObject({ title: 'Nicht gefunden', resource: 'client' });
    expect(body.detail).toBe(`Nicht gefunden: Auftraggeber „${unknownId}“.`);
  });

  test('POST /v1/clients 409 for a code that is taken', async () => {
    const { code } = await system.newClient();
    const json = { code, name: 'Again' };
    const { body } = await request('POST', '/v1/clients', { json, headers: inLanguage('de') });
    expect(body).toMatchObject({ code: 'CODE_EXISTS', title: 'Konflikt' });
    expect(body.detail).toBe(`Schon vergeben: Auftraggeber mit code ${code}.`);
  });

  test('404 and 405 of paths that no route has', async () => {
    const nothing = await request('GET', '/v1/nothing', { headers: inLanguage('fr') });
    expect(nothing.body.detail).toBe('Il n’y a rien à /v1/nothing.');
    const { body } = await request('DELETE', '/v1/clients', { headers: inLanguage('es') });
    expect(body).toMatchObject({ code: 'METHOD_NOT_ALLOWED', title: 'Método no permitido' });
    expect(body.detail).toStartWith('DELETE no es posible aquí');
  });

  test('English without a language, for one that there is not, and for one that is too long', async () => {
    for (const language of [undefined, 'it, pt;q=0.8', `de,${'x'.repeat(600)}`]) {
      const headers = language === undefined ? {} : inLanguage(language);
      const { body, headers: given } = await request('GET', `/v1/clients/${unknownId}`, { headers });
      expect(body.detail).toBe(`The client "${unknownId}" does not exist.`);
      expect(given.get('content-language')).toBe('en');
    }
  });

  test('what was sent stays as it was sent, even where it is a word of the API', async () => {
    const { body } = await request('GET', '/v1/clients/client', { headers: inLanguage('de') });
    expect(body.detail).toBe('Nicht gefunden: Auftraggeber „client“.');
  });
});
