import { identity } from '@consulting/identity/service';
import { verificationPath } from '@consulting/kernel/contracts/identity';
import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import type { Caller } from '@consulting/kernel/process';
import postgres from 'postgres';
import { type Answer, type ServiceUnderTest, startTestSystem } from './system';

const secret = 'a secret that only the tests of identity know';
const signCaller = createCallerSigner(secret);
const gateway: Caller = { type: 'system', id: 'gateway', name: 'gateway', role: 'Contributor' };

/** identity on real Postgres and NATS, with the questions that the gateway asks it. */
export async function startIdentitySystem(environment: Record<string, string> = {}) {
  const system = await startTestSystem([identity]);
  const service = await system.start(identity, { CALLER_SECRET: secret, ...environment });
  const tester: Caller = { type: 'anonymous', id: 'tester', name: 'tester', role: 'Contributor' };
  const request: ServiceUnderTest['request'] = async (method, path, options = {}) =>
    service.request(method, path, {
      ...options,
      headers: { [callerHeader]: await signCaller(tester), ...options.headers },
    });
  return {
    request,
    service,
    databaseUrl: system.databaseUrl,
    sql: postgres(system.databaseUrl, { max: 2, onnotice: () => {} }),
    async newKey(more: object = {}): Promise<Answer['body']> {
      const { status, body } = await request('POST', '/api/v1/api-keys', {
        json: { name: `test ${crypto.randomUUID()}`, ...more },
      });
      if (status !== 201)
        throw new Error(`POST /api/v1/api-keys answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    async verify(key: string): Promise<Answer['body']> {
      return (await ask(service, key, gateway)).body;
    },
    askAs: (caller: Caller, key: string) => ask(service, key, caller),
    /** A request by a caller of the test's choice. */
    requestAs: async (caller: Caller, method: string, path: string, json?: unknown) =>
      service.request(method, path, { json, headers: { [callerHeader]: await signCaller(caller) } }),
    stop: () => system.stop(),
  };
}

const ask = async (service: ServiceUnderTest, key: string, caller: Caller) =>
  service.request('POST', verificationPath, {
    json: { key },
    headers: { [callerHeader]: await signCaller(caller) },
  });

export type IdentitySystem = Awaited<ReturnType<typeof startIdentitySystem>>;
