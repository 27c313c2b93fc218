import { type Attack, answering, hungUp, type Options, requesting, type Stage, summaryOf } from '../attack';
import { Connection, exchange, head } from '../connection';

const list = '/v1/clients?limit=1';
const get = (stage: Stage, ...headers: string[]) => head(stage, 'GET', list, ...headers);

/** A head as it stands. */
const heading = (
  name: string,
  about: string,
  make: (stage: Stage) => string,
  options: Options = {},
): Attack => answering(name, about, (stage) => exchange(stage, [make(stage)]), options);

const fields = (count: number, value = 'v') => Array.from({ length: count }, (_, at) => `X-${at}: ${value}`);
const post = (stage: Stage, ...headers: string[]) =>
  head(stage, 'POST', '/v1/clients', 'Content-Type: application/json', ...headers);
const refused = /4\d\d/;
const known = [
  'NUL',
  '/v1/crew-trades/%00',
  '/api/v1/equipment/%00',
  '/api/v1/crews/trades/%00',
  '/v1/projects/%00',
  '/api/v1/wbs/%00',
].slice(1);

async function refusedPaths(stage: Stage) {
  const before = stage.logBytes();
  const path = `/v1/clients/${'x'.repeat(15_000)}`;
  const answers = [];
  for (let round = 0; round < 10; round += 1)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, (_, at) => stage.attacker.send('DELETE', `${path}${round}-${at}`)),
      )),
    );
  await Bun.sleep(500);
  const written = Math.max(0, stage.logBytes() - before);
  const { answer, isClear } = summaryOf(answers);
  return {
    answer: `${answer}, log ${written < 1_000_000 ? 'below' : 'OVER'} 1 MB (${Math.round(written / 1000)} KB)`,
    isClear,
  };
}

/** What the head of a request can hold. */
export const headers: Attack[] = [
  heading(
    'header-connection-blanks',
    'four times a Connection header with 62,000 blanks',
    (stage) => get(stage, `Connection: a${' '.repeat(62_000)}b`),
    { times: 4, expects: refused },
  ),
  heading(
    'header-blanks-at-once',
    'twenty times a Connection header with 62,000 blanks',
    (stage) => get(stage, `Connection: a${' '.repeat(62_000)}b`),
    { times: 20, expects: refused },
  ),
  heading(
    'header-commas',
    'a Connection header of 62,000 commas, twenty at once',
    (stage) => get(stage, `Connection: ${','.repeat(62_000)}`),
    { times: 20 },
  ),
  heading(
    'header-accept-commas',
    'Accept, Forwarded and Traceparent of 15,000 odd letters, twenty at once',
    (stage) =>
      get(
        stage,
        `Accept-Encoding: ${', '.repeat(2500)}`,
        `X-Forwarded-For: ${' ,'.repeat(2500)}`,
        `Traceparent: ${'0-'.repeat(2500)}`,
      ),
    { times: 20 },
  ),
  heading('header-thousand', '1,000 headers', (stage) => get(stage, ...fields(1000)), { expects: refused }),
  heading(
    'header-60-kb',
    'headers of 60 KB, twenty at once',
    (stage) => get(stage, ...fields(6, 'v'.repeat(10_000))),
    { times: 20, expects: refused },
  ),
  heading('header-10-mb', 'a header of 10 MB', (stage) => get(stage, `X-Long: ${'v'.repeat(10_000_000)}`)),
  heading(
    'header-cookies',
    '60 KB of cookies and a language',
    (stage) => get(stage, `Cookie: ${'a=b; '.repeat(6000)}`, `Accept-Language: ${'en,'.repeat(5000)}`),
    { expects: refused },
  ),
  heading('header-host-at', 'Host: @', (stage) => get(stage).replace(/Host: .*/, 'Host: @'), {
    expects: /^400/,
  }),
  heading(
    'header-host-at-metrics',
    'metrics by a Host that hides the first segment',
    (stage) => head(stage, 'GET', '/v1/metrics').replace(/Host: .*/, 'Host: @'),
    { expects: /^400/ },
  ),
  heading('header-host-empty', 'an empty Host', (stage) => get(stage).replace(/Host: .*/, 'Host:'), {
    expects: /^400/,
  }),
  heading('header-host-twice', 'two Hosts', (stage) => get(stage, 'Host: elsewhere')),
  heading(
    'header-host-odd',
    'a Host with a path, a query and a user',
    (stage) => get(stage).replace(/Host: .*/, 'Host: a@b/metrics?x#'),
    { expects: /^400/ },
  ),
  heading(
    'header-http-1.0',
    'HTTP/1.0 without Host',
    (stage) => `GET /v1/metrics HTTP/1.0\r\nX-API-Key: ${stage.attacker.key}\r\n\r\n`,
    { expects: /^400/ },
  ),
  heading(
    'header-lengths',
    'two different Content-Lengths',
    (stage) => `${post(stage, 'Content-Length: 2', 'Content-Length: 3')}{} `,
    { expects: /^400/ },
  ),
  heading(
    'header-lengths-equal',
    'two equal Content-Lengths',
    (stage) => `${post(stage, 'Content-Length: 2', 'Content-Length: 2')}{}`,
    { expects: /^400/ },
  ),
  heading(
    'header-length-and-chunks',
    'a Content-Length and chunks',
    (stage) => `${post(stage, 'Content-Length: 2', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    { expects: /^400/ },
  ),
  heading('header-length-negative', 'a Content-Length of -1', (stage) => post(stage, 'Content-Length: -1'), {
    expects: /^400/,
  }),
  heading(
    'header-length-huge',
    'a Content-Length of 10^30',
    (stage) => post(stage, `Content-Length: 1${'0'.repeat(30)}`),
    { expects: refused },
  ),
  heading(
    'header-chunk-size',
    'a chunk of 2^64 bytes',
    (stage) => `${post(stage, 'Transfer-Encoding: chunked')}FFFFFFFFFFFFFFFFF\r\n`,
    { expects: refused },
  ),
  heading(
    'header-caller-forged',
    'a forged signed caller',
    (stage) => get(stage, 'X-Caller: forged', 'X-Caller-Role: Contributor').replace(/X-API-Key: .*\r\n/, ''),
    { expects: /^401/ },
  ),
  heading('header-upgrade', 'an upgrade to a web socket', (stage) =>
    get(
      stage,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      'Sec-WebSocket-Version: 13',
    ),
  ),
  heading(
    'header-method',
    'a method of 8,000 letters',
    (stage) => get(stage).replace('GET', 'G'.repeat(8000)),
    { mayHangUp: true },
  ),
  heading(
    'header-binary',
    '60 KB of noise instead of a request',
    () => `${String.fromCharCode(...crypto.getRandomValues(new Uint8Array(60_000)))}\r\n\r\n`,
    { mayHangUp: true },
  ),
  heading(
    'path-60-kb',
    'a path of 60 KB, twenty at once',
    (stage) => head(stage, 'GET', `/v1/${'a/'.repeat(30_000)}`),
    { times: 20 },
  ),
  heading(
    'path-query-long',
    '10,000 parameters, twenty at once',
    (stage) => head(stage, 'GET', `/v1/clients?${'a=b&'.repeat(3900)}`),
    { times: 20 },
  ),
  requesting(
    'path-nul',
    'NUL in every kind of path',
    (_, at) => ({ method: 'GET', path: known[at % known.length] ?? '' }),
    { times: 10, expects: refused },
  ),
  requesting(
    'path-nul-import-crew',
    'a crew for the project %00',
    () => ({ path: '/v1/projects/%00/import-crew', body: { crewId: crypto.randomUUID() } }),
    { expects: refused },
  ),
  requesting(
    'path-encoded',
    'half of an encoded letter, dots and slashes',
    (_, at) => ({
      method: 'GET',
      path:
        ['/v1/clients/%ff', '/v1/clients/%', '/v1/..%2f..%2fmetrics', '/v1//clients', '/v1/clients/%2e%2e/'][
          at
        ] ?? '',
    }),
    { times: 5, expects: refused },
  ),
  {
    name: 'log-refused-paths',
    about: '500 refused requests with paths of 15 KB',
    act: refusedPaths,
    expects: /below 1 MB/,
  },
  {
    name: 'header-pipelined',
    about: '3,000 requests in one connection before the first answer',
    act: pipelined,
  },
];

/** The runtime ends a connection on which a second request comes before the first answer, as clients are told to expect. */
async function pipelined(stage: Stage) {
  const connection = await Connection.open(stage);
  await connection.write(get(stage).repeat(3000));
  await connection.until(50, 20_000);
  await Bun.sleep(5000);
  const answer = connection.answer();
  connection.close();
  const { answer: said, isClear } = summaryOf([answer]);
  return { answer: said, isClear: isClear || said === hungUp };
}
