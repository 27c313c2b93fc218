import { STATUS_CODES } from 'node:http';
import { brokenUniqueConstraint } from '../../postgres';
import { DomainError, type ErrorCode } from '../../schema';
import type { ProblemKind, ProblemTable } from './answer';
import { problems } from './problems';
import { wholeResponse } from './whole-response';

export type EndpointSet = 'v1' | 'api-v1';

export const prefixes: Record<EndpointSet, string> = { v1: '/v1', 'api-v1': '/api/v1' };

/** The endpoint sets differ in this status alone (resources.md 1, rule 10). */
const validationStatus: Record<EndpointSet, number> = { v1: 400, 'api-v1': 422 };

const kinds = new Map<string, ProblemKind>(Object.entries(problems));

export function addProblems(table: ProblemTable): void {
  for (const [code, kind] of Object.entries(table)) kinds.set(code, kind);
}

export const problemKinds = (): ReadonlyMap<string, ProblemKind> => kinds;

export const setOfPath = (path: string): EndpointSet => (path.startsWith('/v1/') ? 'v1' : 'api-v1');

export const statusOf = (code: ErrorCode, set: EndpointSet): number =>
  code === 'VALIDATION_ERROR' ? validationStatus[set] : (kinds.get(code)?.status ?? 500);

export function problem(error: DomainError, set: EndpointSet, requestId: string): Response {
  const status = statusOf(error.code, set);
  const { retryAfterSeconds, allow, ...facts } = error.facts;
  const headers = new Headers({ 'content-type': 'application/problem+json', 'x-request-id': requestId });
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  if (allow !== undefined) headers.set('allow', String(allow));
  const title = STATUS_CODES[status] ?? 'Error';
  const body = {
    type: 'about:blank',
    title,
    status,
    detail: error.message,
    code: error.code,
    ...facts,
    requestId,
  };
  return wholeResponse(fitting(body), status, headers);
}

const problemBytesMax = 1024 * 1024;
const textLengthMax = 2000;

function fitting(body: Record<string, unknown>): string {
  const text = JSON.stringify(body);
  if (Buffer.byteLength(text) <= problemBytesMax) return text;
  const shorter = Object.entries(body).map(([key, value]) => {
    if (typeof value === 'string') return [key, value.slice(0, textLengthMax)];
    return Array.isArray(value) ? [key, value.slice(0, value.length >> 1)] : [key, value];
  });
  const less = Object.fromEntries(shorter);
  return JSON.stringify(less).length < text.length ? fitting(less) : text;
}

interface UniqueField {
  record: string;
  field: string;
}

const uniqueFields = new Map<string, UniqueField>();

/** Names the field that a unique index of the service guards, so that whoever breaks it is answered 409. */
export function addUniqueField(constraint: string, field: UniqueField): void {
  uniqueFields.set(constraint, field);
}

export function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const unique = uniqueFields.get(brokenUniqueConstraint(error) ?? '');
  if (unique !== undefined)
    return new DomainError('CODE_EXISTS', `Another ${unique.record} has the same ${unique.field}.`, {
      field: unique.field,
    });
  return new DomainError('INTERNAL_ERROR', 'The request could not be completed.', {}, { cause: error });
}
