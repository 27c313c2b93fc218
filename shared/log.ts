import { configure, getLogger, type LogLevel, type LogRecord } from '@logtape/logtape';
import { shortened } from './text';
import { traceId } from './tracing';

export interface Logger {
  debug(message: string, facts?: Record<string, unknown>): void;
  info(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
  error(message: string, facts?: Record<string, unknown>): void;
  with(facts: Record<string, unknown>): Logger;
}

const levels: Record<string, LogLevel> = { debug: 'debug', info: 'info', warn: 'warning', error: 'error' };

/** Sends every log line of this process to stdout as one JSON object; call once, from index.ts. */
export async function startLog(service: string, level: string): Promise<Logger> {
  await configure({
    sinks: { stdout: (record) => process.stdout.write(`${lineOf(service, record)}\n`) },
    loggers: [
      { category: ['service'], lowestLevel: levels[level] ?? 'info', sinks: ['stdout'] },
      { category: ['logtape', 'meta'], lowestLevel: 'error', sinks: ['stdout'] },
    ],
    reset: true,
  });
  return serviceLog();
}

/** The log of this process; silent until `startLog` ran, so tests stay quiet. */
export function serviceLog(): Logger {
  return wrap(getLogger(['service']));
}

function wrap(logger: ReturnType<typeof getLogger>): Logger {
  return {
    debug: (message, facts) => logger.debug(message, facts),
    info: (message, facts) => logger.info(message, facts),
    warn: (message, facts) => logger.warn(message, facts),
    error: (message, facts) => logger.error(message, facts),
    with: (facts) => wrap(logger.with(facts)),
  };
}

/** A log record as one line of JSON, whose length is bounded whatever it tells. */
export function lineOf(service: string, record: LogRecord): string {
  const facts = Object.fromEntries(
    Object.entries(record.properties).map(([key, value]) => [key, plain(value)]),
  );
  return JSON.stringify({
    time: new Date(record.timestamp).toISOString(),
    level: record.level === 'warning' ? 'warn' : record.level,
    service,
    message: record.rawMessage,
    traceId: traceId(),
    ...facts,
  });
}

/** Longest text of a line, and of the stack of an error: a caller cannot make lines longer than that. */
const textLengthMax = 2000;
const stackLengthMax = 8000;

function plain(value: unknown): unknown {
  if (typeof value === 'string') return shortened(value, textLengthMax);
  if (!(value instanceof Error)) return value;
  const [message, stack] = [plain(value.message), shortened(value.stack ?? '', stackLengthMax)];
  return { name: value.name, message, stack, cause: plain(value.cause) };
}
