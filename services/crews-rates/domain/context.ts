import type { Bus } from '@consulting/kernel/nats/bus';
import type { Database } from '@consulting/kernel/postgres/database/connect';
import type { Context } from '@consulting/kernel/process/context';
import type { Spool } from '@consulting/kernel/process/spool';

export interface Ctx extends Context {
  db: Database;
  /** The database outside of the transaction of an idempotency key: for what another service must find before the answer. */
  ownDb: Database;
  bus: Bus;
  spool: Spool;
}
