import type { Caller } from '../context';
import type { Logger } from '../log';

/** What is learnt about a write while it is answered. */
export interface Audited {
  caller?: Caller;
  /** Record that the answer holds, or task that it began. */
  recordId?: string;
  /** Why it was refused. */
  code?: string;
}

/** The identifier of the record that a verb answers with. */
export function recordIdOf(result: unknown): string | undefined {
  const { id, taskId } = (result ?? {}) as { id?: unknown; taskId?: unknown };
  return [id, taskId].find((one) => typeof one === 'string');
}

/** One line for every write: who did what to which record, and how it ended; `log` carries the request id. */
export function audit(
  log: Logger,
  action: string,
  params: Record<string, string>,
  status: number,
  { caller, recordId, code }: Audited,
): void {
  log.info('audit', {
    caller: caller ?? null,
    action,
    record: { ...params, ...(recordId === undefined ? {} : { id: recordId }) },
    outcome: status < 400 ? 'done' : 'refused',
    status,
    ...(code === undefined ? {} : { code }),
  });
}
