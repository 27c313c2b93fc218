import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  claimKey,
  type Database,
  findAnswer,
  type KeyUsage,
  keepAnswer,
  type StoredAnswer,
  usageOf,
} from '../../postgres';
import { Slice } from '../../process';
import { DomainError, invalid, isObject, SerializedJson } from '../../schema';
import type { Upload } from './upload';
import { wholeResponse } from './whole-response';

const keyLengthMax = 200;
const storedHeaders = ['content-type', 'etag', 'location'];

/**
 * @throws VALIDATION_ERROR when it is empty or too long, IDEMPOTENCY_KEY_NOT_ALLOWED where the answer
 * contains a secret
 */
export function idempotencyKey(request: Request, holdsSecret = false): string | undefined {
  const key = request.headers.get('idempotency-key');
  if (key === null) return undefined;
  if (holdsSecret) {
    const detail = 'The answer contains a secret that is not stored, so this call takes no Idempotency-Key.';
    throw new DomainError('IDEMPOTENCY_KEY_NOT_ALLOWED', detail);
  }
  if (key.length >= 1 && key.length <= keyLengthMax) return key;
  throw invalid([
    {
      field: 'Idempotency-Key',
      code: 'FORMAT',
      message: `must have 1 to ${keyLengthMax} characters`,
      params: { minLength: 1, maxLength: keyLengthMax },
    },
  ]);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export async function fingerprintOfJson(body: unknown): Promise<string> {
  const hash = createHash('sha256');
  const slice = new Slice();
  try {
    for (const part of partsOf(body)) {
      hash.update(part);
      if (slice.isOver) await slice.next();
    }
    return hash.digest('hex');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DomainError('INVALID_JSON', 'The body is nested too deeply.', {}, { cause: error });
  }
}

function* partsOf(body: unknown): Generator<string> {
  if (!isObject(body)) return yield JSON.stringify(body) ?? '';
  let opening = '{';
  for (const [key, value] of Object.entries(body)) {
    yield `${opening}${JSON.stringify(key)}:`;
    opening = ',';
    if (!Array.isArray(value)) yield JSON.stringify(value);
    else {
      for (const [at, entry] of value.entries()) yield `${at === 0 ? '[' : ','}${JSON.stringify(entry)}`;
      yield value.length === 0 ? '[]' : ']';
    }
  }
  yield opening === '{' ? '{}' : '}';
}

export const fingerprintOfUpload = (upload: Upload) =>
  sha256(JSON.stringify([[...upload.fields.entries()].sort(), upload.file?.name, upload.file?.sha256]));

export interface StoredList {
  ids: string[];
  [key: string]: unknown;
}

export interface Answered {
  response: Response;
  result: unknown;
}

interface Attempt {
  caller: string;
  scope: string;
  key: string;
  fingerprint: string;
  /** Everything that it writes must commit together with the stored answer. */
  run: (tx: Database) => Promise<Answered>;
  repeat?: (stored: StoredList) => Promise<Response>;
}

export interface KeyLimits {
  keysMax: number;
  bytesMax: number;
}

const wholeBytesMax = 64 * 1024;
const usageMs = 10_000;
const callersMax = 10_000;

export const keyLimits: KeyLimits = { keysMax: 50_000, bytesMax: 256 * 1024 * 1024 };

export class StoredAnswers {
  /** Other processes store answers too, so the figures are read again every ten seconds. */
  readonly #usage = new LRUCache<string, KeyUsage>({ max: callersMax, ttl: usageMs });

  constructor(
    private readonly db: Database,
    private readonly limits: KeyLimits = keyLimits,
  ) {}

  /**
   * The write and its answer commit in one transaction, so a crash leaves neither.
   * @throws IDEMPOTENCY_KEY_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED (too much is stored for the
   * caller)
   */
  async answerOnce(attempt: Attempt): Promise<Response> {
    const { scope, key, caller, fingerprint, run, repeat } = attempt;
    let stored: StoredAnswer | undefined;
    const outcome = await this.db.transaction(async (tx) => {
      if (!(await claimKey(tx, scope, key))) {
        throw new DomainError('IDEMPOTENCY_KEY_IN_PROGRESS', 'A request with this key is still running.');
      }
      const earlier = await findAnswer(tx, scope, key);
      if (earlier) return earlier;
      await this.#requireRoom(tx, caller);
      const answered = await run(tx);
      if (!answered.response.ok) return answered.response;
      stored = await keep(answered, fingerprint, repeat !== undefined);
      await keepAnswer(tx, { scope, key, caller }, stored);
      return answered.response;
    });
    if (stored) this.#count(caller, stored.body.length);
    if (outcome instanceof Response) return outcome;
    if (outcome.fingerprint !== fingerprint)
      throw new DomainError('IDEMPOTENCY_KEY_REUSED', 'This key was used with another body.');
    return outcome.isPartial && repeat ? repeat(JSON.parse(outcome.body)) : replay(outcome);
  }

  async #requireRoom(tx: Database, caller: string): Promise<void> {
    const usage = this.#usage.get(caller) ?? (await usageOf(tx, caller));
    this.#usage.set(caller, usage, { noUpdateTTL: true });
    const { keysMax, bytesMax } = this.limits;
    if (usage.keys < keysMax && usage.bytes < bytesMax) return;
    throw new DomainError(
      'RATE_LIMITED',
      `The answers to ${usage.keys} requests of this caller are stored under idempotency keys, each for 24 hours, and no more can be; send the request without Idempotency-Key, or wait.`,
      { retryAfterSeconds: Math.max(1, usage.secondsToNext) },
    );
  }

  #count(caller: string, bytes: number): void {
    const usage = this.#usage.peek(caller);
    if (!usage) return;
    usage.keys += 1;
    usage.bytes += bytes;
  }
}

const replay = ({ body, status, headers }: StoredAnswer) =>
  body === '' ? new Response(null, { status, headers }) : wholeResponse(body, status, headers);

async function keep(
  { response, result }: Answered,
  fingerprint: string,
  isRepeatable: boolean,
): Promise<StoredAnswer> {
  const headers = storedHeaders.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const { status } = response;
  const shared = { fingerprint, status, headers: Object.fromEntries(headers) };
  const isLong = isRepeatable && result instanceof SerializedJson && result.text.length > wholeBytesMax;
  const whole = isLong ? '' : await response.clone().text();
  const isPartial = isLong || (isRepeatable && whole.length > wholeBytesMax);
  return { ...shared, body: isPartial ? JSON.stringify(withoutRecords(result)) : whole, isPartial };
}

function withoutRecords(result: unknown): object {
  if (result instanceof SerializedJson) return result.stored ?? {};
  const { items: _items, ...stored } = result as { items?: unknown };
  return stored;
}
