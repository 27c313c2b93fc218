import type { Bus } from '@consulting/kernel/bus';
import type { Context } from '@consulting/kernel/context';
import type { SignTicket } from '@consulting/kernel/http/ticket';
import type { Spool } from '@consulting/kernel/spool/spool';
import type { Database } from '@consulting/kernel/store/connect';
import type { Replicas } from '@consulting/kernel/store/replicas/replicas';
import type { LineColumns } from './store/columns/line-columns';

export interface Ctx extends Context {
  /** The primary; in a read of a takeoff the server that answers it. */
  db: Database;
  replicas: Replicas;
  bus: Bus;
  columns: LineColumns;
  spool: Spool;
  signTicket: SignTicket;
}
