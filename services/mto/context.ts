import type { Bus } from '@consulting/kernel/bus';
import type { Context } from '@consulting/kernel/context';
import type { Spool } from '@consulting/kernel/spool/spool';
import type { Database } from '@consulting/kernel/store/connect';

/** What every verb of this service receives: the caller, the store or the transaction to stay in, messages, and room for files. */
export interface Ctx extends Context {
  db: Database;
  bus: Bus;
  spool: Spool;
}
