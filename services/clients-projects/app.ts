import { problems as importProblems } from '@consulting/imports/problems';
import { problems as sharedProblems } from '@consulting/kernel/contracts/problems';
import { createServiceApp, type EndpointSet, type Route } from '@consulting/kernel/http';
import { spoolOf, type spoolSettings } from '@consulting/kernel/process';
import type { ServiceParts } from '@consulting/kernel/service/service-process';
import type { Ctx } from './domain/context';
import { problems as ownProblems } from './problems';
import { history } from './routes/api-v1/history';
import { subcontractors } from './routes/api-v1/subcontractors';
import { projects } from './routes/projects';
import { services } from './routes/services';
import { clients } from './routes/v1/clients';
import { estimations } from './routes/v1/estimations';
import { indirectCosts } from './routes/v1/indirect-costs';

export type Deps = Pick<ServiceParts<typeof spoolSettings>, 'settings' | 'store' | 'bus' | 'serving'>;

export const routes: Record<EndpointSet, Route<Ctx>[]> = {
  v1: [...clients, ...projects.v1, ...indirectCosts, ...services.v1, ...estimations],
  'api-v1': [...projects['api-v1'], ...services['api-v1'], ...subcontractors, ...history],
};

export const problems = { ...importProblems, ...sharedProblems, ...ownProblems };

export function createApp({ settings, store, bus, serving }: Deps) {
  const spool = spoolOf(settings, serving.telemetry);
  return createServiceApp<Ctx>({
    ...serving,
    context: (base, db = store.db) => ({ ...base, db, bus, spool }),
    routes,
    problems,
  });
}
