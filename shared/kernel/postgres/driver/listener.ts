import { escapeIdentifier } from './connection';
import type { Connector } from './connector';

const checkMs = 300;
const quietMsMax = 10_000;
const answerMsMax = 3000;

/**
 * After a connection was lost, `heard` is called once, because something may have been said meanwhile.
 * @returns what ends the listening
 */
export async function listen(
  connector: Connector,
  channel: string,
  heard: () => void,
  openMsMax?: number,
): Promise<() => void> {
  const open = async (msMax?: number) => {
    const opened = await connector.open(msMax);
    opened.on('notification', heard);
    await opened.run(`listen ${escapeIdentifier(channel)}`);
    return opened;
  };
  let connection = await open(openMsMax);
  const check = async () => {
    if (connection.isClosed) {
      connection = await open();
      heard();
    } else if (performance.now() - connection.answeredAt > quietMsMax)
      // A connection that nobody writes to would not notice that its server is gone.
      await connection.run('select 1', [], { msMax: answerMsMax });
  };
  let isEnded = false;
  const follow = async () => {
    for (; !isEnded; await Bun.sleep(checkMs)) await check().catch(() => {});
    connection.close();
  };
  void follow();
  return () => {
    isEnded = true;
    connection.close();
  };
}
