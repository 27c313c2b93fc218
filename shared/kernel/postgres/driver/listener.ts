import { type Connection, escapeIdentifier } from './connection';
import type { Connector } from './connector';

const checkMs = 300;
const quietMsMax = 10_000;
const answerMsMax = 3000;

/**
 * After a connection was lost, `heard` is called once, because something may have been said meanwhile.
 * @returns what ends the listening
 */
export async function listen(connector: Connector, channel: string, heard: () => void, openMsMax?: number) {
  let connection: Connection;
  let isEnded = false;
  const ask = async (statement: string) => {
    const limit = setTimeout(() => connection.destroy(), answerMsMax);
    await connection.run(statement).finally(() => clearTimeout(limit));
  };
  const open = async (msMax?: number) => {
    connection = await connector.open(msMax);
    connection.on('notification', heard);
    await ask(`listen ${escapeIdentifier(channel)}`);
  };
  const check = async () => {
    if (connection.isClosed) await open().then(heard);
    // A connection that nobody writes to would not notice that its server is gone.
    else if (performance.now() - connection.answeredAt > quietMsMax) await ask('select 1');
  };
  const follow = async () => {
    for (; !isEnded; await Bun.sleep(checkMs)) await check().catch(() => {});
    connection.close();
  };
  await open(openMsMax);
  void follow();
  return () => {
    isEnded = true;
    connection.close();
  };
}
