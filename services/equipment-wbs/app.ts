import { problems as importProblems } from '@consulting/imports/problems';
import { findVisibleProjects, getProject } from '@consulting/kernel/contracts/clients-projects';
import { createServiceApp, type EndpointSet, libraryRoutes, type Route } from '@consulting/kernel/http';
import { limitedBus } from '@consulting/kernel/nats';
import { spoolOf, type spoolSettings } from '@consulting/kernel/process';
import type { ServiceParts } from '@consulting/kernel/service/service-definition';
import { askedVisibility } from '@consulting/kernel/service/visibility';
import type { Ctx } from './domain/context';
import { problems as ownProblems } from './problems';
import { equipment } from './routes/api-v1/equipment';
import { equipmentTags } from './routes/api-v1/equipment-tags';
import { history } from './routes/api-v1/history';
import { notes } from './routes/api-v1/notes';
import { wbs } from './routes/api-v1/wbs';

export type Deps = Pick<ServiceParts<typeof spoolSettings>, 'settings' | 'bus' | 'serving'>;

export const routes: Record<EndpointSet, Route<Ctx>[]> = {
  v1: [],
  'api-v1': [...libraryRoutes(equipment), ...equipmentTags, ...wbs, ...history, ...notes],
};

export const problems = { ...importProblems, ...ownProblems };

export function createApp({ settings, bus, serving }: Deps) {
  const spool = spoolOf(settings, serving.telemetry);
  return createServiceApp<Ctx>({
    ...serving,
    ...askedVisibility(bus, { findVisibleProjects, getProject }),
    context: (base, db) => ({ ...base, db, bus: limitedBus(bus, base.visible), spool }),
    routes,
    problems,
  });
}
