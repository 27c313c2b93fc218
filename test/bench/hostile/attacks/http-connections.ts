import { type Attack, type Outcome, pauseMs, type Stage, summaryOf } from '../attack';
import type { Answer } from '../caller';
import { Connection, exchange, head } from '../connection';

type Witness = NonNullable<Attack['witness']>;

const readsClients: Witness = ({ neighbour }) => neighbour.send('GET', '/v1/clients?limit=1');
const exports: Witness = ({ neighbour, largeProjectId }) =>
  neighbour.send('GET', `/api/v1/mto/export?projectId=${largeProjectId}`);

/** Several connections, each held in its own way as long as the attack goes on. */
const holding = (
  name: string,
  about: string,
  count: number,
  lock: (connection: Connection, stage: Stage, isOver: () => boolean) => Promise<void>,
  witness: Witness = readsClients,
): Attack => ({
  name,
  about,
  witness,
  act: async (stage) => {
    const until = performance.now() + pauseMs;
    const one = async (): Promise<Answer> => {
      const connection = await Connection.open(stage);
      await lock(connection, stage, () => !connection.isOpen || performance.now() >= until);
      const answer = connection.answer('held, then given up');
      connection.close();
      return answer.status === 0 ? { ...answer, status: 200 } : answer;
    };
    return summaryOf(await Promise.all(Array.from({ length: count }, one)));
  },
});

async function idle(isOver: () => boolean): Promise<void> {
  while (!isOver()) await Bun.sleep(250);
}

/** Reads a little of an answer now and then. */
async function readSlowly(connection: Connection, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    connection.pause();
    await Bun.sleep(2000);
    connection.resume();
    await Bun.sleep(1);
  }
}

const exportHead = (stage: Stage) =>
  head(stage, 'GET', `/api/v1/mto/export?projectId=${stage.largeProjectId}`);
const post = (stage: Stage, ...headers: string[]) =>
  head(stage, 'POST', '/v1/clients', 'Content-Type: application/json', ...headers);

/** A byte in each chunk. */
function chunks(stage: Stage): Promise<Answer> {
  const part = `1\r\na\r\n`.repeat(20_000);
  return exchange(stage, [
    post(stage, 'Transfer-Encoding: chunked'),
    ...Array.from({ length: 60 }, () => part),
    '0\r\n\r\n',
  ]);
}

/** How connections can be used up. */
export const connections: Attack[] = [
  holding('connections-idle', '2,000 connections that send nothing', 2000, (_, __, isOver) => idle(isOver)),
  holding(
    'headers-slow',
    '500 connections that send a header a second',
    500,
    async (connection, stage, isOver) => {
      await connection.write(`GET /v1/clients HTTP/1.1\r\nHost: ${new URL(stage.url).host}\r\n`);
      while (!isOver()) {
        await connection.write('X-A: b\r\n');
        await Bun.sleep(1000);
      }
    },
  ),
  holding('bodies-slow', '500 bodies of JSON, a byte a second', 500, async (connection, stage, isOver) => {
    await connection.write(post(stage, 'Content-Length: 10000'));
    while (!isOver() && connection.statuses().length === 0) {
      await connection.write(' ');
      await Bun.sleep(1000);
    }
  }),
  holding(
    'bodies-slow-idempotent',
    '60 bodies of JSON with an Idempotency-Key, a byte a second',
    60,
    async (connection, stage, isOver) => {
      await connection.write(post(stage, 'Content-Length: 10000', `Idempotency-Key: ${crypto.randomUUID()}`));
      while (!isOver() && connection.statuses().length === 0) {
        await connection.write(' ');
        await Bun.sleep(1000);
      }
    },
  ),
  holding(
    'bodies-never',
    '500 requests with Expect: 100-continue whose body never comes',
    500,
    async (connection, stage, isOver) => {
      await connection.write(post(stage, 'Content-Length: 10000', 'Expect: 100-continue'));
      await idle(isOver);
    },
  ),
  holding(
    'exports-stalled-4',
    'four exports of 24,000 lines of which nothing is read',
    4,
    async (connection, stage, isOver) => {
      connection.pause();
      await connection.write(exportHead(stage));
      await idle(isOver);
    },
    exports,
  ),
  holding(
    'exports-stalled-20',
    'twenty exports of which nothing is read',
    20,
    async (connection, stage, isOver) => {
      connection.pause();
      await connection.write(exportHead(stage));
      await idle(isOver);
    },
    exports,
  ),
  holding(
    'exports-slow',
    'eight exports read a little every two seconds',
    8,
    async (connection, stage, isOver) => {
      await connection.write(exportHead(stage));
      await readSlowly(connection, isOver);
    },
    exports,
  ),
  holding(
    'searches-stalled',
    '100 searches of 100 lines of which nothing is read',
    100,
    async (connection, stage, isOver) => {
      connection.pause();
      const body = JSON.stringify({ projectId: stage.largeProjectId, limit: 100 });
      await connection.write(
        head(
          stage,
          'POST',
          '/api/v1/mto/search',
          'Content-Type: application/json',
          `Content-Length: ${body.length}`,
        ) + body,
      );
      await idle(isOver);
    },
  ),
  holding(
    'pipelined-unread',
    '20 connections with 500 requests each of which nothing is read',
    20,
    async (connection, stage, isOver) => {
      connection.pause();
      await connection.write(head(stage, 'GET', '/v1/clients?limit=100').repeat(200));
      await idle(isOver);
    },
  ),
  {
    name: 'chunks-tiny',
    about: '1,200,000 chunks of one byte',
    act: async (stage) => summaryOf([await chunks(stage)]),
  },
  { name: 'connections-fast', about: '3,000 connections, one after the other, 20 at a time', act: reconnect },
];

async function reconnect(stage: Stage): Promise<Outcome> {
  const answers: Answer[] = [];
  const one = async () => {
    for (let at = 0; at < 150 && !stage.signal.aborted; at += 1)
      answers.push(await exchange(stage, [head(stage, 'GET', '/live', 'Connection: close')], 5000));
  };
  await Promise.all(Array.from({ length: 20 }, one));
  return summaryOf(answers);
}
