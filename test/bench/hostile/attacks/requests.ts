import { type Attack, as, formOf, type Outcome, pauseMs, requesting, type Stage, summaryOf } from '../attack';
import type { Answer } from '../caller';
import { Connection, head } from '../connection';
import { takeoffHeader } from '../grounds';

const letters = (count: number) => crypto.randomUUID().replaceAll('-', '').slice(0, count);

/** So many at a time, until all are done. */
async function inTurns(
  count: number,
  atOnce: number,
  act: (at: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const run = async () => {
    while (next < count) {
      const at = next;
      next += 1;
      answers.push(await act(at));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return answers;
}

const wrongKeys = async (stage: Stage, prefix: () => string): Promise<Outcome> =>
  summaryOf(await inTurns(3000, 50, () => as(stage, prefix() + letters(28)).send('GET', '/v1/clients')));

/** How long a wrong key takes to be refused, in milliseconds. */
async function refusalMs(stage: Stage, prefix: string): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < 9; at += 1) {
    const started = performance.now();
    await as(stage, prefix + letters(28)).send('GET', '/v1/clients');
    times.push(performance.now() - started);
  }
  return times.toSorted((one, other) => one - other)[4] ?? 0;
}

async function prefixTimes(stage: Stage): Promise<Outcome> {
  const known = await refusalMs(stage, stage.attacker.key.slice(0, 8));
  const unknown = await refusalMs(stage, 'app_0000');
  const ratio = Math.max(known, unknown) / Math.min(known, unknown);
  return {
    answer: `${ratio < 2 ? 'the same' : 'NOT the same'} time: ${known.toFixed(0)} and ${unknown.toFixed(0)} ms`,
    isClear: true,
  };
}

/** Many connections that follow one import. */
async function streams(stage: Stage): Promise<Outcome> {
  const { projectId, serviceId, attacker } = stage;
  const form = formOf(
    { name: 'a.csv', bytes: [`${takeoffHeader}${'1,Pipe,1,m,1\n'.repeat(200_000)}`] },
    { projectId, serviceId, discipline: 'piping' },
  );
  const { text } = await attacker.send('POST', '/api/v1/mto/import/async', { body: form });
  const path = `/api/v1/mto/import/status/${JSON.parse(text).taskId}/events`;
  const one = async () => {
    const connection = await Connection.open(stage);
    await connection.write(head(stage, 'GET', path));
    await connection.until(1, pauseMs);
    if (connection.statuses()[0] === 200) await Bun.sleep(5000);
    connection.close();
    return connection.answer();
  };
  return summaryOf(await Promise.all(Array.from({ length: 300 }, one)));
}

async function queueFlood({ attacker, projectId, serviceId }: Stage): Promise<Outcome> {
  const rows = '1,Pipe,1,m,1\n'.repeat(60_000);
  const send = (at: number) =>
    attacker.send('POST', '/api/v1/mto/import/async', {
      body: formOf(
        { name: `${at}.csv`, bytes: [`${takeoffHeader}${at},Pipe,1,m,1\n${rows}`] },
        { projectId, serviceId, discipline: 'piping', dryRun: 'true' },
      ),
    });
  return summaryOf(await inTurns(50, 10, send));
}

/** A Reader's search is repeated after the lines have changed: it must not be the page of before. */
async function staleSearch(stage: Stage): Promise<Outcome> {
  const reader = as(stage, await stage.newKey('Reader'));
  const { projectId, serviceId } = stage;
  const headers = { 'idempotency-key': 'the same' };
  const search = async () =>
    (await reader.send('POST', '/api/v1/mto/search', { body: { projectId }, headers })).text;
  const before = JSON.parse(await search()).total;
  await stage.attacker.send('POST', '/api/v1/mto', {
    body: { projectId, serviceId, discipline: 'piping', quantity: 1 },
  });
  const after = JSON.parse(await search()).total;
  return {
    answer: `${before} lines, then ${after}: ${before === 0 && after === 1 ? 'fresh' : 'STALE'}`,
    isClear: true,
  };
}

/** A key that expires makes another that does not say when. */
async function childKey(stage: Stage): Promise<Outcome> {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const make = (key: string, more: object) =>
    as(stage, key).send('POST', '/api/v1/api-keys', {
      body: { name: `child ${letters(12)}`, role: 'Contributor', ...more },
    });
  const parent = JSON.parse((await make(stage.attacker.key, { expiresAt })).text);
  const answer = await make(parent.key, {});
  const child = answer.status === 201 ? JSON.parse(answer.text) : null;
  const isLonger = child !== null && (child.expiresAt === null || child.expiresAt > parent.expiresAt);
  return { answer: `${answer.status}, ${isLonger ? 'LIVES LONGER' : 'ends no later'}`, isClear: true };
}

/** Anyone on this machine speaks to NATS. */
async function openMessages(stage: Stage): Promise<Outcome> {
  if (stage.natsPort === undefined) return { answer: 'closed: not reachable from here', isClear: true };
  const connection = await Connection.open(stage, stage.natsPort);
  await connection.write('CONNECT {"verbose":false}\r\nSUB > 1\r\nPING\r\n');
  await Bun.sleep(1000);
  const { text } = connection;
  connection.close();
  return { answer: /PONG/.test(text) ? 'OPEN' : 'closed', isClear: true };
}

const floodBody = (stage: Stage) => ({ projectId: stage.largeProjectId, limit: 100 });

/** What can be asked for again and again. */
export const requests: Attack[] = [
  {
    name: 'keys-unknown',
    about: '3,000 keys of unknown prefixes',
    act: (stage) => wrongKeys(stage, () => `app_${letters(4)}`),
  },
  {
    name: 'keys-known',
    about: '3,000 keys of a known prefix',
    act: (stage) => wrongKeys(stage, () => stage.attacker.key.slice(0, 8)),
  },
  {
    name: 'keys-times',
    about: 'keys of a known and an unknown prefix are refused in the same time',
    act: prefixTimes,
    expects: /^the same/,
  },
  {
    name: 'keys-made',
    about: '60 keys made at once',
    act: async (stage) =>
      summaryOf(
        await inTurns(60, 60, (at) =>
          stage.attacker.send('POST', '/api/v1/api-keys', { body: { name: `flood ${letters(8)} ${at}` } }),
        ),
      ),
  },
  {
    name: 'keys-child',
    about: 'a key that expires makes one that does not',
    act: childKey,
    expects: /ends no later/,
  },
  {
    name: 'idempotency-searches',
    about: '3,000 searches of a Reader with an Idempotency-Key',
    act: async (stage) => {
      const reader = as(stage, await stage.newKey('Reader'));
      return summaryOf(
        await inTurns(3000, 20, (at) =>
          reader.send('POST', '/api/v1/mto/search', {
            body: floodBody(stage),
            headers: { 'idempotency-key': `flood ${at}` },
          }),
        ),
      );
    },
  },
  {
    name: 'idempotency-stale',
    about: 'a search with the same Idempotency-Key after a change',
    act: staleSearch,
    expects: /fresh/,
  },
  {
    name: 'idempotency-creates',
    about: '2,000 creates with an Idempotency-Key',
    act: async (stage) =>
      summaryOf(
        await inTurns(2000, 20, (at) =>
          stage.attacker.send('POST', '/v1/clients', {
            body: { code: letters(20), name: 'flood' },
            headers: { 'idempotency-key': `create ${at}` },
          }),
        ),
      ),
  },
  requesting(
    'idempotency-key-long',
    'an Idempotency-Key of 10,000 letters',
    () => ({
      path: '/v1/clients',
      body: { code: letters(8), name: 'x' },
      headers: { 'idempotency-key': 'k'.repeat(10_000) },
    }),
    { expects: /4\d\d/ },
  ),
  {
    name: 'idempotency-same',
    about: '100 creates at once with the same Idempotency-Key',
    act: async (stage) =>
      summaryOf(
        await inTurns(100, 100, () =>
          stage.attacker.send('POST', '/v1/clients', {
            body: { code: 'same', name: 'same' },
            headers: { 'idempotency-key': 'one' },
          }),
        ),
      ),
  },
  {
    name: 'requests-flood',
    about: '7,000 cheap requests',
    act: async (stage) =>
      summaryOf(await inTurns(7000, 50, () => stage.attacker.send('GET', '/v1/clients?limit=1'))),
    expects: /429/,
  },
  { name: 'imports-queued', about: '50 imports by one caller', act: queueFlood, expects: /429/ },
  { name: 'streams', about: '300 streams of the events of an import', act: streams, expects: /429/ },
  { name: 'messages-open', about: 'NATS without a credential', act: openMessages, expects: /closed/ },
];
