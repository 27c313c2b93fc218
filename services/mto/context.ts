import type { Bus } from '@consulting/kernel/bus';
import type { Context } from '@consulting/kernel/context';
import type { SignTicket } from '@consulting/kernel/http/ticket';
import type { Spool } from '@consulting/kernel/spool/spool';
import type { Database } from '@consulting/kernel/store/connect';

export interface Ctx extends Context {
  db: Database;
  bus: Bus;
  spool: Spool;
  signTicket: SignTicket;
}
