import type { Conformance } from '../support/conformance';
import type { FuzzRequest } from './fuzz-request';
import type { RawAnswer } from './http-connection';
import type { Json } from './operations';

const statusesOfTrouble = [408, 500, 502, 503, 504];

/** What is wrong with an answer; undefined when the document describes it and nothing failed. */
export function judge(request: FuzzRequest, answer: RawAnswer, conformance: Conformance): string | undefined {
  const { status, headers } = answer;
  if (request.isBroken && status === 400 && headers.get('content-type') === undefined) return undefined;
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  const text = answer.body.toString();
  if (statusesOfTrouble.includes(status)) return `${status} ${text.slice(0, 300)}`;
  if (headers.get('x-request-id') === undefined) return `${status} without X-Request-Id`;
  try {
    const { method, target, sent } = request;
    // The server leaves the body of an answer to TRACE out, as HTTP does with HEAD.
    if (method === 'HEAD' || (method === 'TRACE' && status === 405)) return undefined;
    const body: unknown = type.includes('json') ? JSON.parse(text) : null;
    conformance.check({ method: method.toUpperCase(), path: target, sent, status, type, body });
    return refusalFault(request, status, body) ?? acceptedQuery(request, status);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Faults that do not depend on what other requests have done. */
const codesOfForm = ['TYPE', 'FORMAT', 'ENUM', 'MAX_LENGTH', 'UNKNOWN_FIELD', 'INVALID_CHARACTER'];

/** What is wrong with a refusal beside what the document says of it. */
function refusalFault({ isGood }: FuzzRequest, status: number, body: unknown): string | undefined {
  const { code, errors } = (body ?? {}) as { code?: unknown; errors?: { code: string }[] };
  if (code !== 'VALIDATION_ERROR') return undefined;
  if (errors === undefined || errors.length === 0) return `${status} names no fault: ${JSON.stringify(body)}`;
  return isGood && errors.some((fault) => codesOfForm.includes(fault.code))
    ? `${status} although nothing was bad: ${JSON.stringify(body)}`
    : undefined;
}

/** A query that was accepted although the document does not allow it. */
function acceptedQuery({ operation, target }: FuzzRequest, status: number): string | undefined {
  const query = new URLSearchParams(target.replace(/#.*$/s, '').split('?')[1] ?? '');
  // Probes of health may add to the address what they like.
  if (status >= 300 || operation.id === 'api-v1.health.get') return undefined;
  for (const [name, given] of query) {
    const schema = operation.parameters.find((one) => one.in === 'query' && one.name === name)?.schema;
    const value = given.trim();
    if (schema === undefined) return `${status} with an unknown parameter: ${name}`;
    if (value !== '' && !isAllowed(value, schema)) return `${status} with ${name}=${given}`;
  }
  return undefined;
}

function isAllowed(value: string, { type, enum: choices, minimum, maximum, maxLength }: Json): boolean {
  if (Array.isArray(choices)) return choices.includes(value);
  if (type === 'boolean') return value === 'true' || value === 'false';
  if (type === 'integer') {
    const number = Number(value);
    return (
      /^-?\d+(\.0+)?$/.test(value) &&
      number >= Number(minimum ?? -Infinity) &&
      number <= Number(maximum ?? Infinity)
    );
  }
  return maxLength === undefined || value.length <= Number(maxLength);
}
