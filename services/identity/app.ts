import { verificationPath } from '@consulting/kernel/contracts/identity';
import { createServiceApp } from '@consulting/kernel/http/app';
import type { EndpointSet } from '@consulting/kernel/http/problem';
import type { Route } from '@consulting/kernel/http/route';
import type { ServiceParts } from '@consulting/kernel/process';
import type { Ctx } from './context';
import type { Verify } from './domain/verification';
import { apiKeys } from './routes/api-v1/api-keys';
import { history } from './routes/api-v1/history';
import { answerVerifications } from './routes/verifications';

export type Deps = Pick<ServiceParts<Record<never, never>>, 'store' | 'bus' | 'serving'> & { verify: Verify };

export const routes: Record<EndpointSet, Route<Ctx>[]> = { v1: [], 'api-v1': [...apiKeys, ...history] };

export function createApp({ store, bus, serving, verify }: Deps) {
  const answer = answerVerifications(verify, serving);
  return createServiceApp<Ctx>({
    ...serving,
    context: (base, db = store.db) => ({ ...base, db, bus }),
    routes,
  }).post(verificationPath, ({ request }) => answer(request), { parse: 'none' });
}
