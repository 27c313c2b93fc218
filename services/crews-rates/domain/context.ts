import type { Bus } from '@consulting/kernel/nats/bus';
import type { Database } from '@consulting/kernel/postgres/database/connect';
import type { Context } from '@consulting/kernel/process/context';
import type { Spool } from '@consulting/kernel/process/spool';

export interface Ctx extends Context {
  db: Database;
  /**
   * This is the database outside of the transaction of an idempotency key, for rows that another service must find
   * before the answer.
   */
  ownDb: Database;
  bus: Bus;
  spool: Spool;
}
