import { problems as importProblems } from '@consulting/imports/problems';
import { createServiceApp, type EndpointSet, type Route } from '@consulting/kernel/http';
import { spoolOf, type spoolSettings } from '@consulting/kernel/process';
import type { ServiceParts } from '@consulting/kernel/service/service-process';
import type { Ctx } from './domain/context';
import { problems as ownProblems } from './problems';
import { equipment } from './routes/api-v1/equipment';
import { equipmentTags } from './routes/api-v1/equipment-tags';
import { history } from './routes/api-v1/history';
import { wbs } from './routes/api-v1/wbs';

export type Deps = Pick<ServiceParts<typeof spoolSettings>, 'settings' | 'store' | 'bus' | 'serving'>;

export const routes: Record<EndpointSet, Route<Ctx>[]> = {
  v1: [],
  'api-v1': [...equipment, ...equipmentTags, ...wbs, ...history],
};

export const problems = { ...importProblems, ...ownProblems };

export function createApp({ settings, store, bus, serving }: Deps) {
  const spool = spoolOf(settings, serving.telemetry);
  return createServiceApp<Ctx>({
    ...serving,
    context: (base, db = store.db) => ({ ...base, db, bus, spool }),
    routes,
    problems,
  });
}
