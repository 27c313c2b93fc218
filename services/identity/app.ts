import type { ScopeRequest } from '@consulting/kernel/contracts/identity';
import { createServiceApp, type EndpointSet, forUnlimited, type Route } from '@consulting/kernel/http';
import type { Static } from '@consulting/kernel/schema';
import type { ServiceParts } from '@consulting/kernel/service/service-definition';
import { type AccessDefault, accessOfPerson } from './domain/access';
import { findUsableKeys } from './domain/api-key';
import type { Ctx } from './domain/context';
import type { Verify } from './domain/verification';
import { problems } from './problems';
import { apiKeys } from './routes/api-v1/api-keys';
import { grants } from './routes/api-v1/grants';
import { history } from './routes/api-v1/history';
import { notes } from './routes/api-v1/notes';
import { gatewayQuestions } from './routes/verifications';

export type Deps = Pick<ServiceParts<Record<never, never>>, 'store' | 'bus' | 'serving'> & {
  verify: Verify;
  accessDefault: AccessDefault;
};

export const routes: Record<EndpointSet, Route<Ctx>[]> = {
  v1: [],
  'api-v1': [...apiKeys, ...grants, ...history, ...notes].map(forUnlimited),
};

export { problems };

export function createApp({ store, bus, serving, verify, accessDefault }: Deps) {
  const findUsable = (keyIds: string[]) => findUsableKeys(store.db, keyIds);
  const findAccess = ({ userId, groupIds }: Static<typeof ScopeRequest>) =>
    accessOfPerson(store.db, userId, groupIds, accessDefault);
  const app = createServiceApp<Ctx>({
    ...serving,
    context: (base, db) => ({ ...base, db, bus, accessDefault }),
    routes,
    problems,
  });
  for (const [path, answer] of Object.entries(gatewayQuestions({ verify, findUsable, findAccess }, serving)))
    app.post(path, ({ request }) => answer(request), { parse: 'none' });
  return app;
}
