import type { Bus } from '@consulting/kernel/nats';
import type { Database } from '@consulting/kernel/postgres';
import type { Context, Spool } from '@consulting/kernel/process';

export interface Ctx extends Context {
  db: Database;
  bus: Bus;
  spool: Spool;
}
