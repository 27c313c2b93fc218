import { type ReservedSQL, SQL } from 'bun';
import { confinement } from '../../store/connect';

/**
 * The connections of one import worker: one for its transactions and one for what happens beside them. They are those of
 * Bun, whose COPY survives every failure of the server, which that of postgres.js does not.
 */
export interface ImportConnection {
  /** The session that claims tasks and holds the transaction. */
  session: ReservedSQL;
  beside: SQL;
  close(): Promise<void>;
}

const connectSecondsMax = 5;
/** A run that reads a file gives a sign of life more often; one that does not is ended before. */
const idleInTransactionMsMax = 300_000;

export async function openImportConnection(url: string, schema: string): Promise<ImportConnection> {
  const beside = new SQL({
    url,
    max: 2,
    idleTimeout: 0,
    connectionTimeout: connectSecondsMax,
    connection: {
      ...confinement(schema),
      application_name: `${schema}-import`,
      statement_timeout: 0,
      idle_in_transaction_session_timeout: idleInTransactionMsMax,
    },
  });
  try {
    const session = await beside.reserve();
    return { session, beside, close: () => beside.close({ timeout: 1 }) };
  } catch (error) {
    await beside.close({ timeout: 0 });
    throw error;
  }
}
