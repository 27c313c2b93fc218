import { VerificationRequest } from '@consulting/shared/contracts/identity';
import { DomainError } from '@consulting/shared/errors';
import { readJson } from '@consulting/shared/http/body';
import { callerHeader } from '@consulting/shared/http/caller';
import { asDomainError, problem } from '@consulting/shared/http/problem';
import type { Serving } from '@consulting/shared/http/serve';
import { Value } from '@sinclair/typebox/value';
import type { Verify } from '../domain/verification';

const bodyBytesMax = 4096;

/** Answers the gateway, and nobody else, whether a key is valid; outside the version prefixes, so never forwarded. */
export function answerVerifications(
  verify: Verify,
  { verifyCaller, log }: Pick<Serving<never>, 'verifyCaller' | 'log'>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      if (verifyCaller(request.headers.get(callerHeader)).type !== 'system')
        throw new DomainError('INSUFFICIENT_ROLE', 'Only the gateway asks here.');
      const { key, address = '' } = Value.Parse(VerificationRequest, await readJson(request, bodyBytesMax));
      return Response.json(await verify(key, address));
    } catch (thrown) {
      const error = asDomainError(thrown);
      if (error.code === 'INTERNAL_ERROR') log.error('key not verified', { error: error.cause });
      return problem(error, 'api-v1', request.headers.get('x-request-id') ?? crypto.randomUUID());
    }
  };
}
