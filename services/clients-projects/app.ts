import { problems as importProblems } from '@consulting/imports/problems';
import { problems as sharedProblems } from '@consulting/kernel/contracts/problems';
import { createServiceApp, type EndpointSet, type Route } from '@consulting/kernel/http';
import { limitedBus } from '@consulting/kernel/nats';
import { spoolOf, type spoolSettings } from '@consulting/kernel/process';
import type { ServiceParts } from '@consulting/kernel/service/service-definition';
import type { Ctx } from './domain/context';
import { findVisible } from './domain/facts';
import { problems as ownProblems } from './problems';
import { estimateSheets } from './routes/api-v1/estimate-sheets';
import { history } from './routes/api-v1/history';
import { notes } from './routes/api-v1/notes';
import { subcontractors } from './routes/api-v1/subcontractors';
import { projects } from './routes/projects';
import { services } from './routes/services';
import { clients } from './routes/v1/clients';
import { estimateBasis } from './routes/v1/estimate-basis';
import { estimateSheet } from './routes/v1/estimate-sheet';
import { estimations } from './routes/v1/estimations';
import { indirectCosts } from './routes/v1/indirect-costs';

export type Deps = Pick<ServiceParts<typeof spoolSettings>, 'settings' | 'store' | 'bus' | 'serving'>;

export const routes: Record<EndpointSet, Route<Ctx>[]> = {
  v1: [
    ...clients,
    ...projects.v1,
    ...indirectCosts,
    ...services.v1,
    ...estimations,
    ...estimateBasis,
    ...estimateSheet,
  ],
  'api-v1': [
    ...projects['api-v1'],
    ...services['api-v1'],
    ...subcontractors,
    ...estimateSheets,
    ...history,
    ...notes,
  ],
};

export const problems = { ...importProblems, ...sharedProblems, ...ownProblems };

export function createApp({ settings, store, bus, serving }: Deps) {
  const spool = spoolOf(settings, serving.telemetry);
  return createServiceApp<Ctx>({
    ...serving,
    findVisible: (scope) => findVisible(store.db, scope),
    context: (base, db) => ({ ...base, db, bus: limitedBus(bus, base.visible), spool }),
    routes,
    problems,
  });
}
