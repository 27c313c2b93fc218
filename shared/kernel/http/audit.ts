import type { Caller } from '../caller';
import type { Logger } from '../log';
import { shortened } from '../text';

/** What is learnt about a write while it is answered. */
export interface Audited {
  caller?: Caller;
  /** Record that the answer holds, or task that it began. */
  recordId?: string;
  /** Why it was refused. */
  code?: string;
}

const lengthMax = 200;

/** Text from outside as it may stand in a log line: of a fixed length at most. */
export const fitted = (text: string): string => shortened(text, lengthMax);

/** The identifier of the record that a verb answers with. */
export function recordIdOf(result: unknown): string | undefined {
  const { id, taskId } = (result ?? {}) as { id?: unknown; taskId?: unknown };
  return [id, taskId].find((one) => typeof one === 'string');
}

/** One line for every write: who did what to which record, and how it ended; `log` carries the request id. */
export function audit(
  log: Logger,
  action: string,
  params: Record<string, string> | undefined,
  status: number,
  { caller, recordId, code }: Audited,
): void {
  const named = Object.entries(params ?? {}).map(([name, value]) => [name, fitted(value)] as const);
  log.info('audit', {
    caller: caller ?? null,
    action,
    record: { ...Object.fromEntries(named), ...(recordId === undefined ? {} : { id: recordId }) },
    outcome: status < 400 ? 'done' : 'refused',
    status,
    ...(code === undefined ? {} : { code }),
  });
}
