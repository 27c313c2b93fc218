import { createHash } from 'node:crypto';
import { DomainError, invalid } from '../errors';
import type { Database } from '../store/connect';
import { claimKey, findAnswer, type KeptAnswer, keepAnswer } from '../store/idempotency';
import type { Upload } from './upload';

const keyLengthMax = 200;
const keptHeaders = ['content-type', 'etag', 'location'];

/**
 * The key of a request, or undefined without one.
 * @throws VALIDATION_ERROR when it is empty or too long, IDEMPOTENCY_KEY_NOT_ALLOWED where the answer holds a secret
 */
export function idempotencyKey(request: Request, holdsSecret = false): string | undefined {
  const key = request.headers.get('idempotency-key');
  if (key === null) return undefined;
  if (holdsSecret) {
    const detail = 'The answer holds a secret that is not kept, so this call takes no Idempotency-Key.';
    throw new DomainError('IDEMPOTENCY_KEY_NOT_ALLOWED', detail);
  }
  if (key.length >= 1 && key.length <= keyLengthMax) return key;
  throw invalid([
    { field: 'Idempotency-Key', code: 'FORMAT', message: `must have 1 to ${keyLengthMax} characters` },
  ]);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** What makes two JSON bodies the same request. @throws INVALID_JSON when it is nested too deeply to be compared */
export function fingerprintOfJson(body: unknown): string {
  try {
    return sha256(JSON.stringify(body) ?? '');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DomainError('INVALID_JSON', 'The body is nested too deeply.', {}, { cause: error });
  }
}

/** What makes two forms the same request: their fields and the hash of their file. */
export const fingerprintOfUpload = (upload: Upload) =>
  sha256(JSON.stringify([[...upload.fields.entries()].sort(), upload.file?.name, upload.file?.sha256]));

interface Attempt {
  scope: string;
  key: string;
  /** Reads the body without acting on it, for the comparison with an earlier request. */
  fingerprint: () => Promise<string>;
  /** Acts; everything that it writes commits together with the kept answer. */
  run: (tx: Database) => Promise<Response>;
}

/**
 * Answers a repeated request with the first answer. The write and its answer commit in one transaction, so a crash
 * leaves neither.
 * @throws IDEMPOTENCY_KEY_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED
 */
export function answerOnce(db: Database, { scope, key, fingerprint, run }: Attempt): Promise<Response> {
  return db.transaction(async (tx) => {
    if (!(await claimKey(tx, scope, key))) {
      throw new DomainError('IDEMPOTENCY_KEY_IN_PROGRESS', 'A request with this key is still running.');
    }
    const earlier = await findAnswer(tx, scope, key);
    if (earlier) return replay(earlier, await fingerprint());
    const response = await run(tx);
    if (response.ok) await keepAnswer(tx, scope, key, await keep(response, await fingerprint()));
    return response;
  });
}

function replay(earlier: KeptAnswer, fingerprint: string): Response {
  if (earlier.fingerprint !== fingerprint) {
    throw new DomainError('IDEMPOTENCY_KEY_REUSED', 'This key was used with another body.');
  }
  return new Response(earlier.body === '' ? null : earlier.body, {
    status: earlier.status,
    headers: earlier.headers,
  });
}

async function keep(response: Response, fingerprint: string): Promise<KeptAnswer> {
  const headers = keptHeaders.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    fingerprint,
    status: response.status,
    headers: Object.fromEntries(headers),
    body: await response.clone().text(),
  };
}
