import {
  type AccessScope,
  ScopeRequest,
  scopesPath,
  UsableKeys,
  usableKeysPath,
  VerificationRequest,
  verificationPath,
} from '@consulting/kernel/contracts/identity';
import { asDomainError, callerHeader, problem, readJson, type Serving } from '@consulting/kernel/http';
import { databaseUnavailable } from '@consulting/kernel/postgres';
import { originOf, recordAnswer, requestIdOf, requestSpan, traced, within } from '@consulting/kernel/process';
import { DomainError, readContent, type Static } from '@consulting/kernel/schema';
import type { findUsableKeys } from '../domain/api-key';
import type { Verify } from '../domain/verification';

const bodyBytesMax = 1024 * 1024;

type Answer = (body: unknown) => Promise<unknown>;

interface Answers {
  verify: Verify;
  findUsable: (keyIds: string[]) => ReturnType<typeof findUsableKeys>;
  findAccess: (asked: Static<typeof ScopeRequest>) => Promise<Static<typeof AccessScope>>;
}

/** These routes are for the gateway only: they lie outside the version prefixes and are never forwarded. */
export function gatewayQuestions(
  { verify, findUsable, findAccess }: Answers,
  { verifyCaller, log }: Pick<Serving<never>, 'verifyCaller' | 'log'>,
): Record<string, (request: Request) => Promise<Response>> {
  const answers: Record<string, Answer> = {
    async [verificationPath](body) {
      const { key, address = '' } = readContent(VerificationRequest, body);
      const verification = await verify(key, address);
      log.debug('key verified', { isValid: verification.isValid });
      return verification;
    },
    [scopesPath]: (body) => findAccess(readContent(ScopeRequest, body)),
    [usableKeysPath]: (body) => findUsable(readContent(UsableKeys, body).keyIds),
  };

  async function answered(answer: Answer, request: Request, requestId: string): Promise<Response> {
    const caller = await verifyCaller(request.headers.get(callerHeader));
    if (caller.type !== 'system')
      throw new DomainError('INSUFFICIENT_ROLE', 'Only the gateway may ask about API keys and grants.');
    const body = await readJson(request, bodyBytesMax);
    return within(originOf(requestId, caller), async () => Response.json(await answer(body)));
  }

  async function reported(answer: Answer, request: Request): Promise<Response> {
    const requestId = requestIdOf(request);
    const response = await answered(answer, request, requestId).catch((thrown) => {
      const error = databaseUnavailable(thrown) ?? asDomainError(thrown);
      if (error.code === 'INTERNAL_ERROR')
        log.error('API key verification failed', { requestId, error: error.cause });
      return problem(error, 'api-v1', requestId);
    });
    recordAnswer(response.status);
    return response;
  }

  return Object.fromEntries(
    Object.entries(answers).map(([path, answer]) => [
      path,
      (request: Request) =>
        traced(
          request.headers,
          () => requestSpan(request.method, path, path),
          () => reported(answer, request),
        ),
    ]),
  );
}
