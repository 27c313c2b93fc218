import { createServiceApp, type EndpointSet, type Route } from '@consulting/kernel/http';
import type { ServiceParts } from '@consulting/kernel/service/service-process';
import { findUsableKeys } from './domain/api-key';
import type { Ctx } from './domain/context';
import type { Verify } from './domain/verification';
import { problems } from './problems';
import { apiKeys } from './routes/api-v1/api-keys';
import { history } from './routes/api-v1/history';
import { gatewayQuestions } from './routes/verifications';

export type Deps = Pick<ServiceParts<Record<never, never>>, 'store' | 'bus' | 'serving'> & { verify: Verify };

export const routes: Record<EndpointSet, Route<Ctx>[]> = { v1: [], 'api-v1': [...apiKeys, ...history] };

export { problems };

export function createApp({ store, bus, serving, verify }: Deps) {
  const findUsable = (keyIds: string[]) => findUsableKeys(store.db, keyIds);
  const app = createServiceApp<Ctx>({
    ...serving,
    context: (base, db = store.db) => ({ ...base, db, bus }),
    routes,
    problems,
  });
  for (const [path, answer] of Object.entries(gatewayQuestions({ verify, findUsable }, serving)))
    app.post(path, ({ request }) => answer(request), { parse: 'none' });
  return app;
}
