import { type Attack, requesting, type Stage } from '../attack';

const mebibyte = 1024 * 1024;
const jsonType = { 'content-type': 'application/json' };

/** A body that repeats a unit between a beginning and an end. */
function body(head: string, unit: string, times: number, tail: string): Blob {
  const perBlock = Math.max(1, Math.min(times, Math.floor(mebibyte / unit.length)));
  const block = Buffer.from(unit.repeat(perBlock));
  const blocks = Array.from({ length: Math.floor(times / perBlock) }, () => block);
  return new Blob([head, ...blocks, unit.repeat(times % perBlock), tail]);
}

const post = (path: string, of: (stage: Stage) => Blob | string) => (stage: Stage) => ({
  path,
  body: of(stage),
  headers: jsonType,
});
const bulk = (of: (stage: Stage) => Blob) => post('/api/v1/mto/bulk', of);
const client = (of: () => Blob | string) => post('/v1/clients', of);
const items =
  (unit: string, times: number, last = '{}') =>
  ({ projectId, serviceId }: Stage) =>
    body(`{"projectId":"${projectId}","serviceId":"${serviceId}","items":[`, `${unit},`, times, `${last}]}`);
const deletion =
  (ids: string, times: number) =>
  ({ projectId }: Stage) =>
    body(
      `{"projectId":"${projectId}","confirm":true,"selection":{"mode":"ids","ids":[`,
      `${ids},`,
      times,
      `"a"]}}`,
    );
const wide = Array.from({ length: 200 }, (_, at) => `"unknown${at}":1`).join(',');
const keys = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',');
const refused = /4\d\d/;

/** What a JSON body can hold. */
export const json: Attack[] = [
  requesting('json-empty-items', '60 MB of {} in a bulk create', bulk(items('{}', 20_000_000)), {
    expects: refused,
  }),
  requesting('json-empty-arrays', '60 MB of [] in a bulk create', bulk(items('[]', 20_000_000)), {
    expects: refused,
  }),
  requesting('json-numbers', '60 MB of numbers in a bulk create', bulk(items('1', 30_000_000)), {
    expects: refused,
  }),
  requesting('json-texts', '60 MB of short texts in a bulk create', bulk(items('"ab"', 12_000_000)), {
    expects: refused,
  }),
  requesting('json-unknown-keys', '5,000 items of 200 unknown keys each', bulk(items(`{${wide}}`, 4999)), {
    expects: refused,
  }),
  requesting(
    'json-wrong-items',
    '5,000 items without what is required, four at once',
    bulk(items('{"quantity":"x","discipline":7,"itemNumber":-1}', 4999)),
    { times: 4, expects: refused },
  ),
  requesting('json-wide-item', 'an item of 2,000,000 keys', bulk(items(`{${keys(2_000_000)}}`, 1)), {
    expects: refused,
  }),
  requesting(
    'json-repeated-key',
    'one key 4,000,000 times',
    bulk(({ projectId }) => body(`{"projectId":"${projectId}"`, ',"items":[]', 4_000_000, '}')),
    { expects: refused },
  ),
  requesting(
    'json-wrong-ids',
    '8 MiB of wrong identifiers',
    post('/api/v1/mto/bulk-delete', deletion('"not-a-uuid"', 640_000)),
    { expects: refused },
  ),
  requesting(
    'json-unknown-ids',
    '25,000 identifiers that nothing has',
    post('/api/v1/mto/bulk-delete', deletion('"7d1c1d5e-2b0f-4f6c-9f0e-5a2f6d7c8e90"', 25_000)),
    { expects: refused },
  ),
  requesting(
    'json-deep',
    '1 MiB of [ in a small body',
    client(() => '['.repeat(mebibyte - 10)),
    { expects: refused },
  ),
  requesting(
    'json-deep-closed',
    '100,000 arrays inside each other, twenty at once',
    client(() => `{"code":"a","name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    { times: 20, expects: refused },
  ),
  requesting(
    'json-deep-bulk',
    '60 MB of [ in a bulk create',
    bulk(() => body('{"items":', '[', 60 * mebibyte, '')),
    { expects: refused },
  ),
  requesting(
    'json-deep-objects',
    '8,000,000 objects inside each other',
    bulk(() => body('{"items":', '{"a":', 8_000_000, '')),
    { expects: refused },
  ),
  requesting(
    'json-blanks',
    '60 MB of blanks',
    bulk(() => body('', ' ', 60 * mebibyte, '{}')),
    { expects: refused },
  ),
  requesting(
    'json-truncated',
    '60 MB that end in the middle',
    bulk(() => body('{"items":[', '{"description":"Pipe","quantity":1},', 1_700_000, '{"descr')),
    { expects: refused },
  ),
  requesting(
    'json-number-long',
    'a number of a million digits',
    client(() => `{"code":"a","name":"b","paymentTermsDays":${'1'.repeat(1_000_000)}}`),
    { expects: refused },
  ),
  requesting(
    'json-number-infinite',
    'numbers of 1e400',
    client(() => '{"code":"a","name":"b","paymentTermsDays":1e400}'),
    { expects: refused },
  ),
  requesting(
    'json-text-long',
    'a name of nearly 1 MiB, twenty at once',
    client(() => `{"code":"a","name":"${'y'.repeat(mebibyte - 100)}"}`),
    { times: 20, expects: refused },
  ),
  requesting(
    'json-escapes',
    'a name of 170,000 escapes',
    client(() => `{"code":"a","name":"${'\\u0041'.repeat(170_000)}"}`),
    { expects: refused },
  ),
  requesting(
    'json-nul',
    'NUL and half a pair in a name',
    client(() => `{"code":"${crypto.randomUUID().slice(0, 8)}","name":"a\\u0000b\\ud800"}`),
    { expects: refused },
  ),
  requesting(
    'json-prototype',
    'keys named __proto__ and constructor',
    client(() => '{"code":"a","name":"b","__proto__":{"role":"Contributor"},"constructor":{}}'),
    { expects: refused },
  ),
  requesting(
    'json-contacts',
    '40,000 contacts of one client',
    client(() => `{"code":"a","name":"b","contacts":[${'{"name":"x"},'.repeat(40_000)}{}]}`),
    { expects: refused },
  ),
  requesting(
    'json-encoding',
    'a body in UTF-16',
    client(() => new Blob([Buffer.from('\ufeff{"code":"a","name":"b"}', 'utf16le')])),
    { expects: refused },
  ),
  requesting(
    'json-large-small',
    '2 MiB where 1 MiB is allowed',
    client(() => body('{"code":"a","name":"', 'y', 2 * mebibyte, '"}')),
    { expects: /413/ },
  ),
];
