import type { Bus } from '@consulting/kernel/nats';
import type { Database } from '@consulting/kernel/postgres';
import type { Context, Spool } from '@consulting/kernel/process';

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
