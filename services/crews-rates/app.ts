import { problems as importProblems } from '@consulting/imports/problems';
import { problems as sharedProblems } from '@consulting/kernel/contracts/problems';
import { createServiceApp } from '@consulting/kernel/http/app';
import type { EndpointSet } from '@consulting/kernel/http/problem';
import type { Route } from '@consulting/kernel/http/route';
import type { ServiceParts } from '@consulting/kernel/process';
import type { Ctx } from './context';
import { problems } from './problems';
import { crews as crewsOfSet2 } from './routes/api-v1/crews';
import { crewsMembers } from './routes/api-v1/crews-members';
import { crewsTrades } from './routes/api-v1/crews-trades';
import { serviceCrews } from './routes/api-v1/service-crews';
import { crewMembers } from './routes/v1/crew-members';
import { crewTrades } from './routes/v1/crew-trades';
import { crews } from './routes/v1/crews';
import { projectCrews } from './routes/v1/project-crews';

export type Deps = Pick<ServiceParts<Record<never, never>>, 'store' | 'bus' | 'serving'>;

export const routes: Record<EndpointSet, Route<Ctx>[]> = {
  v1: [...crewTrades, ...crewMembers, ...crews, ...projectCrews],
  // The literal segments come before the identifier of a crew.
  'api-v1': [...crewsTrades, ...crewsMembers, ...crewsOfSet2, ...serviceCrews],
};

export function createApp({ store, bus, serving }: Deps) {
  return createServiceApp<Ctx>({
    ...serving,
    context: (base, db = store.db) => ({ ...base, db, bus }),
    routes,
    problems: { ...importProblems, ...sharedProblems, ...problems },
  });
}
