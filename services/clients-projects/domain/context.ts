import type { Bus } from '@consulting/kernel/nats/bus';
import type { Database } from '@consulting/kernel/postgres/database/connect';
import type { Context } from '@consulting/kernel/process/context';
import type { Spool } from '@consulting/kernel/process/spool';

export interface Ctx extends Context {
  db: Database;
  bus: Bus;
  spool: Spool;
}
