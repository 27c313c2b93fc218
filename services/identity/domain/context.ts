import type { Bus } from '@consulting/kernel/nats/bus';
import type { Database } from '@consulting/kernel/postgres/database/connect';
import type { Context } from '@consulting/kernel/process/context';

export interface Ctx extends Context {
  db: Database;
  bus: Bus;
}
