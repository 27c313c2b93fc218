import { type Attack, answering, type Outcome, pauseMs, type Stage, summaryOf } from '../attack';
import type { Answer } from '../caller';
import { Connection, head } from '../connection';
import { takeoffHeader } from '../grounds';

const path = '/api/v1/mto/import/async';
const mebibyte = 1024 * 1024;
const boundary = 'x-boundary';
const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileHead = (name = 'takeoff.csv', more = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n${more}\r\n`;
const end = `\r\n--${boundary}--\r\n`;
const target = ({ projectId, serviceId }: Stage) =>
  field('projectId', projectId) + field('serviceId', serviceId);
const small = `${takeoffHeader}1,Pipe,1,m,1\n`;
const repeated = (unit: string, times: number) => {
  const perBlock = Math.max(1, Math.floor(mebibyte / unit.length));
  const block = Buffer.from(unit.repeat(perBlock));
  return [
    ...Array.from({ length: Math.floor(times / perBlock) }, () => block),
    unit.repeat(times % perBlock),
  ];
};

/** A form as it stands, good or bad. */
const sending = (
  name: string,
  about: string,
  make: (stage: Stage) => Bun.BlobPart[],
  {
    type = `multipart/form-data; boundary=${boundary}`,
    to = path,
    ...options
  }: { type?: string; to?: string; times?: number; expects?: RegExp } = {},
): Attack =>
  answering(
    name,
    about,
    (stage) =>
      stage.attacker.send('POST', to, { body: new Blob(make(stage)), headers: { 'content-type': type } }),
    options,
  );

/** Sends pieces of a body of which more is promised, one every few seconds, as long as the attack goes on. */
async function trickle(
  stage: Stage,
  count: number,
  heads: (at: number) => string,
  chunk: string,
): Promise<Outcome> {
  const one = async (at: number): Promise<Answer> => {
    const connection = await Connection.open(stage);
    await connection.write(heads(at));
    const until = performance.now() + pauseMs;
    while (connection.isOpen && performance.now() < until) {
      await connection.write(chunk);
      await connection.until(1, 3000);
      if (connection.statuses().length > 0) break;
    }
    const answer = connection.answer('held, then given up');
    connection.close();
    return answer.status === 0 ? { ...answer, status: 200 } : answer;
  };
  return summaryOf(await Promise.all(Array.from({ length: count }, (_, at) => one(at))));
}

const formHead = (stage: Stage, ...more: string[]) =>
  head(
    stage,
    'POST',
    path,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    'Content-Length: 1000000',
    ...more,
  );
const slowly = (
  name: string,
  about: string,
  count: number,
  heads: (stage: Stage, at: number) => string,
  witness: (stage: Stage) => Promise<Answer>,
  chunk = 'x',
): Attack => ({
  name,
  about,
  witness,
  act: (stage) => trickle(stage, count, (at) => heads(stage, at), chunk),
});

const readsLines = ({ neighbour, largeProjectId }: Stage) =>
  neighbour.send('GET', `/api/v1/mto?projectId=${largeProjectId}&limit=50`);
const importsFile = ({ neighbour, projectId, serviceId }: Stage) => {
  const form = new FormData();
  for (const [key, value] of Object.entries({ projectId, serviceId, discipline: 'piping' }))
    form.set(key, value);
  form.set('file', new File([small], 'neighbour.csv'));
  return neighbour.send('POST', path, { body: form });
};

/** What a multipart form can hold, and how it can come. */
export const forms: Attack[] = [
  sending(
    'form-parts',
    '100,000 small parts',
    (stage) => [target(stage), ...repeated(field('x', 'y'), 100_000), end],
    { expects: /4\d\d/ },
  ),
  sending(
    'form-files',
    '10,000 empty files',
    (stage) => [target(stage), ...repeated(`${fileHead()}\r\n`, 10_000), end],
    { expects: /4\d\d/ },
  ),
  sending('form-no-boundary', 'no boundary in the media type', (stage) => [target(stage), end], {
    type: 'multipart/form-data',
    expects: /4\d\d/,
  }),
  sending('form-boundary-long', 'a boundary of 5,000 letters', () => ['--', 'b'.repeat(5000), '\r\n'], {
    type: `multipart/form-data; boundary=${'b'.repeat(5000)}`,
    expects: /4\d\d/,
  }),
  sending('form-boundary-empty', 'an empty boundary and 20 MB', () => repeated('--\r\n', 5 * mebibyte), {
    type: 'multipart/form-data; boundary=""',
    expects: /4\d\d/,
  }),
  sending('form-boundary-nearly', '50 MB of what nearly is the boundary', (stage) => [
    target(stage),
    fileHead(),
    ...repeated(`\r\n--${boundary.slice(0, -1)}`, 4_000_000),
    end,
  ]),
  sending('form-part-header', 'a part with a header of 20 MB', (stage) => [
    target(stage),
    `--${boundary}\r\nX-Long: `,
    ...repeated('x', 20 * mebibyte),
    '\r\n\r\n',
    end,
  ]),
  sending('form-part-headers', 'a part with 500,000 headers', (stage) => [
    target(stage),
    `--${boundary}\r\n`,
    ...repeated('X-A: b\r\n', 500_000),
    '\r\n',
    end,
  ]),
  sending('form-name-long', 'a file name of 1 MB', (stage) => [
    target(stage),
    fileHead(`${'n'.repeat(mebibyte)}.csv`),
    small,
    end,
  ]),
  sending(
    'form-field-long',
    'a text part of 50 MB',
    (stage) => [
      `--${boundary}\r\nContent-Disposition: form-data; name="mapping"\r\n\r\n`,
      ...repeated('x', 50 * mebibyte),
      '\r\n',
      target(stage),
      fileHead(),
      small,
      end,
    ],
    { expects: /4\d\d/ },
  ),
  sending('form-no-end', 'a form that just ends', (stage) => [target(stage), fileHead(), small], {
    expects: /4\d\d/,
  }),
  sending('form-nested', 'a form as the file of a form', (stage) => [
    target(stage),
    fileHead('takeoff.csv', 'Content-Type: multipart/mixed; boundary=y\r\n'),
    '--y\r\n\r\na\r\n--y--',
    end,
  ]),
  sending(
    'form-disposition-long',
    'a disposition of 60 KB of quotes and backslashes',
    () => [`--${boundary}\r\nContent-Disposition: form-data; name="${'\\"'.repeat(30_000)}"\r\n\r\n`, end],
    { expects: /4\d\d/ },
  ),
  sending(
    'form-mapping-deep',
    'a mapping of 100,000 brackets',
    (stage) => [target(stage), field('mapping', '['.repeat(100_000)), fileHead(), small, end],
    { expects: /4\d\d/ },
  ),
  sending(
    'form-large',
    'a file of 130 MB',
    (stage) => [target(stage), fileHead(), ...repeated('x', 130 * mebibyte), end],
    { expects: /413/ },
  ),
  sending(
    'form-cards-large',
    'cards of 100 MB into memory, four at once',
    () => [fileHead('cards.csv'), ...repeated('x', 99 * mebibyte), end],
    { to: '/v1/crew-members/bulk-import', times: 4 },
  ),
  slowly(
    'form-slow',
    '100 uploads that send a byte now and then',
    100,
    (stage) => formHead(stage) + target(stage) + fileHead(),
    importsFile,
  ),
  slowly(
    'form-slow-idempotent',
    '20 uploads with an Idempotency-Key that send a byte now and then',
    20,
    (stage, at) => formHead(stage, `Idempotency-Key: slow-${at}`) + target(stage) + fileHead(),
    readsLines,
  ),
  slowly(
    'form-slow-cards',
    '30 uploads of cards with an Idempotency-Key, a byte now and then',
    30,
    (stage, at) =>
      formHead(stage, `Idempotency-Key: cards-${at}`).replace(path, '/v1/crew-members/bulk-import') +
      fileHead('cards.csv'),
    ({ neighbour }) => neighbour.send('GET', '/v1/crew-members?limit=1'),
  ),
];
