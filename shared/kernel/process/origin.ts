import { AsyncLocalStorage } from 'node:async_hooks';
import { matches, type Static, shortened, valueSchema } from '../schema';
import type { Caller } from './caller';
import { traceParent } from './tracing';

const requestIdPattern = /^[\w.:-]{1,128}$/;
const requestIdLengthMax = 128;
const nameLengthMax = 256;
const idLengthMax = 36;
const writtenLengthMax = 8192;

const { bounded, object, text } = valueSchema;
const boundedText = (maxLength: number) => bounded(text(), { maxLength });
const name = boundedText(nameLengthMax);

const originSchema = object(
  {
    requestId: boundedText(requestIdLengthMax),
    caller: object({ id: name, name }, { countsAs: name }),
  },
  { causedBy: boundedText(idLengthMax) },
);

export type Origin = Static<typeof originSchema>;

export interface StoredOrigin extends Origin {
  traceparent?: string;
}

const current = new AsyncLocalStorage<Origin>();

export const currentOrigin = (): Origin | undefined => current.getStore();

export const currentWriter = (unknown: string): string => currentOrigin()?.caller.name ?? unknown;

export function originToKeep(): StoredOrigin | null {
  const origin = currentOrigin();
  return origin ? { ...origin, traceparent: traceParent() } : null;
}

export const originOf = (requestId: string, { id, name, countsAs }: Caller): Origin => ({
  requestId,
  caller: {
    id: shortened(id, nameLengthMax),
    name: shortened(name, nameLengthMax),
    ...(countsAs !== undefined && { countsAs: shortened(countsAs, nameLengthMax) }),
  },
});

export const within = <T>(origin: Origin | null | undefined, act: () => T): T =>
  origin ? current.run(origin, act) : act();

export function readOrigin(written: string | undefined): Origin | undefined {
  if (!written || written.length > writtenLengthMax) return undefined;
  try {
    const origin: unknown = JSON.parse(written);
    return matches(originSchema, origin) ? origin : undefined;
  } catch {
    return undefined;
  }
}

export function requestIdOf({ headers }: { headers: Headers }): string {
  const given = headers.get('x-request-id');
  return given !== null && requestIdPattern.test(given) ? given : crypto.randomUUID();
}
