import type { Bus } from '@consulting/kernel/nats';
import type { Database } from '@consulting/kernel/postgres';
import type { Context } from '@consulting/kernel/process';
import type { AccessDefault } from './access';

export interface Ctx extends Context {
  db: Database;
  bus: Bus;
  accessDefault: AccessDefault;
}
