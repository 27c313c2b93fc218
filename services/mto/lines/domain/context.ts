import type { SignTicket } from '@consulting/kernel/http/serving/ticket';
import type { Bus } from '@consulting/kernel/nats/bus';
import type { Database } from '@consulting/kernel/postgres/database/connect';
import type { Replicas } from '@consulting/kernel/postgres/replicas/replicas';
import type { Context } from '@consulting/kernel/process/context';
import type { Spool } from '@consulting/kernel/process/spool';
import type { LineColumns } from '../store/columns/line-columns';

export interface Ctx extends Context {
  /** A read of a takeoff uses the server that answers it, and all else the primary. */
  db: Database;
  replicas: Replicas;
  bus: Bus;
  columns: LineColumns;
  spool: Spool;
  signTicket: SignTicket;
}
