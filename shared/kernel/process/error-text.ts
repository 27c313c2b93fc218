export interface ErrorRecord {
  name: string;
  message: string;
  code?: string;
  stack: string;
  cause?: unknown;
}

const failedQuery = 'Failed query: ';
const parameters = '\nparams: ';

function sqlState(error: Error): string | undefined {
  const { code, errno } = error as { code?: unknown; errno?: unknown };
  return [errno, code].find((one): one is string => typeof one === 'string' && /^[0-9A-Z]{5}$/.test(one));
}

export function withoutParameters(message: string): string {
  const end = message.startsWith(failedQuery) ? message.indexOf(parameters) : -1;
  return end === -1 ? message : message.slice(0, end);
}

/**
 * Values of a statement must not appear: they are prices, names and hashes of keys. The database quotes them
 * when they are not data of the right kind (SQLSTATE class 22).
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = withoutParameters(error.message);
  return sqlState(error)?.startsWith('22') ? message.replace(/".*"/s, '"…"') : message;
}

export function errorRecord(error: Error): ErrorRecord {
  const message = errorText(error);
  const { stack = '' } = error;
  const fromFrames = Math.max(stack.indexOf(error.message), 0) + error.message.length;
  const frames = stack.slice(fromFrames).match(/^ +at .*$/gm) ?? [];
  const code = sqlState(error);
  return {
    name: error.name,
    message,
    ...(code !== undefined && { code }),
    stack: [`${error.name}: ${message}`, ...frames].join('\n'),
    ...(error.cause !== undefined && {
      cause: error.cause instanceof Error ? errorRecord(error.cause) : error.cause,
    }),
  };
}

export function recordedFacts(facts: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(facts).map(([key, value]) => [
    key,
    value instanceof Error ? errorRecord(value) : value,
  ]);
  return Object.fromEntries(entries);
}
