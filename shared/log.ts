import { configure, getLogger, type LogLevel, type LogRecord } from '@logtape/logtape';
import { recordedFacts } from './error-text';
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
    sinks: { stdout: (record) => process.stdout.write(`${line(service, record)}\n`) },
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

function line(service: string, record: LogRecord): string {
  return JSON.stringify({
    time: new Date(record.timestamp).toISOString(),
    level: record.level === 'warning' ? 'warn' : record.level,
    service,
    message: record.rawMessage,
    traceId: traceId(),
    ...recordedFacts(record.properties),
  });
}
