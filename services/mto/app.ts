import { createServiceApp } from '@consulting/shared/http/app';
import type { EndpointSet } from '@consulting/shared/http/problem';
import type { Route } from '@consulting/shared/http/route';
import type { ServiceParts } from '@consulting/shared/process';
import type { Ctx } from './context';
import { mtoLines } from './routes/api-v1/mto';
import { mtoBulk } from './routes/api-v1/mto-bulk';
import { mtoCompare } from './routes/api-v1/mto-compare';
import { mtoExport } from './routes/api-v1/mto-export';
import { mtoImport } from './routes/api-v1/mto-import';
import { mtoProject } from './routes/api-v1/mto-project';

export type Deps = Pick<ServiceParts<Record<never, never>>, 'store' | 'bus' | 'serving'>;

/** What the service answers, by endpoint set. */
export const routes: Record<EndpointSet, Route<Ctx>[]> = {
  v1: [],
  'api-v1': [...mtoLines, ...mtoBulk, ...mtoExport, ...mtoImport, ...mtoProject, ...mtoCompare],
};

/** The HTTP application of mto; composition only. */
export function createApp({ store, bus, serving }: Deps) {
  return createServiceApp<Ctx>({
    ...serving,
    context: (base, db = store.db) => ({ ...base, db, bus }),
    routes,
  });
}
