import type { Bus } from '@consulting/kernel/bus';
import type { Context } from '@consulting/kernel/context';
import type { Spool } from '@consulting/kernel/spool/spool';
import type { Database } from '@consulting/kernel/store/connect';

export interface Ctx extends Context {
  db: Database;
  /** The database outside of the transaction of an idempotency key: for what another service must find before the answer. */
  ownDb: Database;
  bus: Bus;
  spool: Spool;
}
