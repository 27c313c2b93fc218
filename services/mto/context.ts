import type { Bus } from '@consulting/shared/bus';
import type { Context } from '@consulting/shared/context';
import type { Spool } from '@consulting/shared/spool/spool';
import type { Database } from '@consulting/shared/store/connect';

/** What every verb of this service receives: the caller, the store or the transaction to stay in, messages, and room for files. */
export interface Ctx extends Context {
  db: Database;
  bus: Bus;
  spool: Spool;
}
