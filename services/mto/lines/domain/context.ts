import type { SignTicket } from '@consulting/kernel/http';
import type { Bus } from '@consulting/kernel/nats';
import type { Database, Replicas } from '@consulting/kernel/postgres';
import type { Context, Spool } from '@consulting/kernel/process';
import type { LinesByColumn } from '../store/reads/lines-by-column';
import type { LiveProjects } from './live-projects';

export interface Ctx extends Context {
  /** A read of a takeoff uses the server that answers it, and all else the primary. */
  db: Database;
  replicas: Replicas;
  bus: Bus;
  columns: LinesByColumn;
  live: LiveProjects;
  spool: Spool;
  signTicket: SignTicket;
}
