import { afterAll, beforeEach, expect, test } from 'bun:test';
import { services } from '../routing/route-table';
import type { Upstreams } from '../routing/upstream';
import { createSystemDocument } from './system-document';

// An instance of every service, of the version that its part of the document has.
let versions: Record<string, string>;
const instance = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch({ url }) {
    const [, service = ''] = new URL(url).pathname.split('/');
    const schemas = { Shared: { type: 'string', description: versions[service] } };
    return Response.json({ paths: {}, components: { schemas, headers: {}, examples: {} } });
  },
});
afterAll(() => instance.stop(true));
beforeEach(() => {
  versions = Object.fromEntries(services.map((service) => [service, 'one']));
});

const upstreams = Object.fromEntries(
  services.map((service) => [
    service,
    Object.assign(() => [`${instance.url}${service}`], { avoid: () => {} }),
  ]),
) as unknown as Upstreams;

const documentOf = () => createSystemDocument(upstreams, async () => null, 0);
const versionIn = async (read: ReturnType<typeof documentOf>) =>
  JSON.parse(String((await read()).text)).components.schemas.Shared.description;

test('while services of two versions describe a name differently, the document before counts, then the new one', async () => {
  const read = documentOf();
  expect(await versionIn(read)).toBe('one');
  versions.mto = 'two';
  await Bun.sleep(1);
  expect(await versionIn(read)).toBe('one');
  for (const service of services) versions[service] = 'two';
  await Bun.sleep(1);
  expect(await versionIn(read)).toBe('two');
});

test('where there was no document before it is DEPENDENCY_UNAVAILABLE', async () => {
  versions.mto = 'two';
  await expect(documentOf()()).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
});
