import { configure, getLogger, type LogLevel, type LogRecord } from '@logtape/logtape';
import { shortened } from '../schema';
import { recordedFacts } from './error-text';
import { currentOrigin } from './origin';
import { traceId } from './tracing';

export interface Logger {
  debug(message: string, facts?: Record<string, unknown>): void;
  info(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
  error(message: string, facts?: Record<string, unknown>): void;
  with(facts: Record<string, unknown>): Logger;
}

const levels: Record<string, LogLevel> = { debug: 'debug', info: 'info', warn: 'warning', error: 'error' };

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

export function serviceLog(): Logger {
  return wrap(getLogger(['service']));
}

export const isInfoLogged = (): boolean => getLogger(['service']).isEnabledFor('info');

function wrap(logger: ReturnType<typeof getLogger>): Logger {
  return {
    debug: (message, facts) => logger.debug(message, facts),
    info: (message, facts) => logger.info(message, facts),
    warn: (message, facts) => logger.warn(message, facts),
    error: (message, facts) => logger.error(message, facts),
    with: (facts) => wrap(logger.with(facts)),
  };
}

export const lineage = () => ({ requestId: currentOrigin()?.requestId, traceId: traceId() });

export function lineOf(service: string, record: LogRecord): string {
  return JSON.stringify({
    time: new Date(record.timestamp).toISOString(),
    level: record.level === 'warning' ? 'warn' : record.level,
    service,
    message: record.rawMessage,
    ...lineage(),
    ...bounded(recordedFacts(record.properties)),
  });
}

const textLengthMax = 2000;
const stackLengthMax = 8000;

const bounded = (facts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, boundedValue(key, value)]));

function boundedValue(key: string, value: unknown): unknown {
  if (typeof value === 'string') return shortened(value, key === 'stack' ? stackLengthMax : textLengthMax);
  const isRecord =
    value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
  return isRecord ? bounded(value as Record<string, unknown>) : value;
}
