import type { Conformance } from '../support/conformance';
import type { FuzzRequest } from './fuzz-request';
import type { RawAnswer } from './http-connection';

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
    const body: unknown = type.includes('json') ? JSON.parse(text) : null;
    const { method } = request.operation;
    conformance.check({ method, path: request.target, sent: request.sent, status, type, body });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
