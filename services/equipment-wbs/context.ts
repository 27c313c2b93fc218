import type { Bus } from '@consulting/kernel/bus';
import type { Context } from '@consulting/kernel/context';
import type { Database } from '@consulting/kernel/store/connect';

/** What every verb of this service receives: the caller, the store or the transaction to stay in, the messages. */
export interface Ctx extends Context {
  db: Database;
  bus: Bus;
}
