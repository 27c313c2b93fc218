import { connectorOf, type Database, historySetting, openDatabase } from '@consulting/kernel/postgres';

export interface ImportConnection {
  session: Database;
  separate: Database;
  close(): Promise<void>;
}

/** A run that reads a file gives a sign of life more often than this; one that does not is ended before. */
const idleInTransactionMsMax = 300_000;
const separateMax = 2;
const closeMsMax = 1000;

export function openImportConnection(url: string, schema: string, isHistoryOff = false): ImportConnection {
  const connector = connectorOf(url, schema, `${schema}-import`, {
    ...historySetting(isHistoryOff),
    statement_timeout: 0,
    idle_in_transaction_session_timeout: idleInTransactionMsMax,
  });
  const session = openDatabase(connector, { max: 1, keepsSessions: true });
  const separate = openDatabase(connector, { max: separateMax });
  return {
    session: session.db,
    separate: separate.db,
    close: async () => {
      await Promise.all([session.end(closeMsMax), separate.end(closeMsMax)]);
    },
  };
}
