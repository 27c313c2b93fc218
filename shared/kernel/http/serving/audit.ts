import type { Caller, Logger } from '../../process';
import { shortened } from '../../schema';

export interface Audited {
  caller?: Caller;
  recordId?: string;
  code?: string;
}

const lengthMax = 200;

export const fitted = (text: string): string => shortened(text, lengthMax);

export function recordIdOf(result: unknown): string | undefined {
  const { id, taskId } = (result ?? {}) as { id?: unknown; taskId?: unknown };
  return [id, taskId].find((one) => typeof one === 'string');
}

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
