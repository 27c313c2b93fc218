import { problems as importProblems } from '@consulting/imports/problems';
import { findVisibleProjects, getProject } from '@consulting/kernel/contracts/clients-projects';
import { problems as sharedProblems } from '@consulting/kernel/contracts/problems';
import {
  createServiceApp,
  type EndpointSet,
  libraryRoutes,
  limitedFor,
  type Route,
} from '@consulting/kernel/http';
import { limitedBus } from '@consulting/kernel/nats';
import { spoolOf, type spoolSettings } from '@consulting/kernel/process';
import type { ServiceParts } from '@consulting/kernel/service/service-definition';
import { askedVisibility } from '@consulting/kernel/service/visibility';
import type { Ctx } from './domain/context';
import { problems as ownProblems } from './problems';
import { history } from './routes/api-v1/history';
import { notes } from './routes/api-v1/notes';
import { priceBooks } from './routes/api-v1/price-books';
import { priceRows } from './routes/api-v1/price-rows';
import { serviceCrews } from './routes/api-v1/service-crews';
import { crews } from './routes/crews';
import { rateCards } from './routes/rate-cards';
import { trades } from './routes/trades';
import { projectCrews } from './routes/v1/project-crews';
import { reprice } from './routes/v1/reprice';

export type Deps = Pick<ServiceParts<typeof spoolSettings>, 'settings' | 'store' | 'bus' | 'serving'>;

export const routes: Record<EndpointSet, Route<Ctx>[]> = {
  v1: [...libraryRoutes([...trades.v1, ...rateCards.v1, ...crews.v1]), ...projectCrews, ...reprice],
  // The literal segments come before the identifier of a crew.
  'api-v1': [
    ...libraryRoutes([...trades['api-v1'], ...rateCards['api-v1'], ...crews['api-v1']]),
    ...serviceCrews,
    ...libraryRoutes([...priceBooks, ...priceRows]),
    ...history,
    ...notes,
  ],
};

export const problems = { ...importProblems, ...sharedProblems, ...ownProblems };

export function createApp({ settings, store, bus, serving }: Deps) {
  const spool = spoolOf(settings, serving.telemetry);
  return createServiceApp<Ctx>({
    ...serving,
    ...askedVisibility(bus, { findVisibleProjects, getProject }),
    context: (base, db) => ({
      ...{ ...base, db, spool },
      ...{ ownDb: limitedFor(base, store.db), bus: limitedBus(bus, base.visible) },
    }),
    routes,
    problems,
  });
}
