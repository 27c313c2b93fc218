import { VerificationRequest, verificationPath } from '@consulting/kernel/contracts/identity';
import { DomainError } from '@consulting/kernel/errors';
import { readJson } from '@consulting/kernel/http/body';
import { callerHeader } from '@consulting/kernel/http/caller';
import { asDomainError, problem } from '@consulting/kernel/http/problem';
import type { Serving } from '@consulting/kernel/http/serve';
import { originOf, requestIdOf, within } from '@consulting/kernel/origin';
import { requestSpan, tellAnswer, traced } from '@consulting/kernel/tracing';
import { Value } from '@sinclair/typebox/value';
import type { Verify } from '../domain/verification';

const bodyBytesMax = 4096;

/** For the gateway only; outside the version prefixes, so never forwarded. */
export function answerVerifications(
  verify: Verify,
  { verifyCaller, log }: Pick<Serving<never>, 'verifyCaller' | 'log'>,
): (request: Request) => Promise<Response> {
  const answer = async (request: Request, requestId: string): Promise<Response> => {
    const caller = await verifyCaller(request.headers.get(callerHeader));
    if (caller.type !== 'system')
      throw new DomainError('INSUFFICIENT_ROLE', 'Only the gateway may verify API keys.');
    const { key, address = '' } = Value.Parse(VerificationRequest, await readJson(request, bodyBytesMax));
    return within(originOf(requestId, caller), async () => {
      const verification = await verify(key, address);
      log.debug('key verified', { isValid: verification.isValid });
      return Response.json(verification);
    });
  };
  const answerTold = async (request: Request): Promise<Response> => {
    const requestId = requestIdOf(request);
    const response = await answer(request, requestId).catch((thrown) => {
      const error = asDomainError(thrown);
      if (error.code === 'INTERNAL_ERROR')
        log.error('API key verification failed', { requestId, error: error.cause });
      return problem(error, 'api-v1', requestId);
    });
    tellAnswer(response.status);
    return response;
  };
  return (request) =>
    traced(
      request.headers,
      () => requestSpan(request.method, verificationPath, verificationPath),
      () => answerTold(request),
    );
}
