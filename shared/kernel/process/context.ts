import type { Caller } from './caller';
import type { Logger } from './log';

export interface Context {
  caller: Caller;
  requestId: string;
  log: Logger;
  ifMatch?: readonly string[];
}
