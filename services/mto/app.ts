import { problems as importProblems } from '@consulting/imports/problems';
import { findVisibleProjects, getProject } from '@consulting/kernel/contracts/clients-projects';
import { problems as sharedProblems } from '@consulting/kernel/contracts/problems';
import {
  addUniqueField,
  createServiceApp,
  createTicketSigner,
  type EndpointSet,
  type Route,
} from '@consulting/kernel/http';
import { limitedBus } from '@consulting/kernel/nats';
import type { Replicas } from '@consulting/kernel/postgres';
import { spoolOf, type spoolSettings } from '@consulting/kernel/process';
import type { ServiceParts } from '@consulting/kernel/service/service-definition';
import { askedVisibility } from '@consulting/kernel/service/visibility';
import { type Ctx, type LinesByColumn, type LiveProjects, sourceIdKey } from '@consulting/mto-lines';
import { problems as ownProblems } from './problems';
import { history } from './routes/api-v1/history';
import { importProfiles } from './routes/api-v1/import-profiles';
import { mtoLines } from './routes/api-v1/mto';
import { mtoAggregate } from './routes/api-v1/mto-aggregate';
import { mtoBulk } from './routes/api-v1/mto-bulk';
import { mtoCompare } from './routes/api-v1/mto-compare';
import { mtoExport } from './routes/api-v1/mto-export';
import { mtoFields } from './routes/api-v1/mto-fields';
import { mtoImport } from './routes/api-v1/mto-import';
import { mtoLive } from './routes/api-v1/mto-live';
import { mtoProject } from './routes/api-v1/mto-project';
import { mtoReconcile } from './routes/api-v1/mto-reconcile';
import { mtoReview } from './routes/api-v1/mto-review';
import { mtoViews } from './routes/api-v1/mto-views';
import { mtoWhatIf } from './routes/api-v1/mto-what-if';
import { notes } from './routes/api-v1/notes';
import { estimations } from './routes/v1/estimations';

interface Deps extends Pick<ServiceParts<typeof spoolSettings>, 'settings' | 'bus' | 'serving'> {
  replicas: Replicas;
  columns: LinesByColumn;
  live: LiveProjects;
}

export const routes: Record<EndpointSet, Route<Ctx>[]> = {
  v1: [...estimations],
  'api-v1': [
    ...mtoLines,
    ...mtoFields,
    ...mtoAggregate,
    ...mtoWhatIf,
    ...mtoBulk,
    ...mtoExport,
    ...mtoImport,
    ...importProfiles,
    ...mtoProject,
    ...mtoLive,
    ...mtoCompare,
    ...mtoReconcile,
    ...mtoReview,
    ...mtoViews,
    ...history,
    ...notes,
  ],
};

export const problems = { ...importProblems, ...sharedProblems, ...ownProblems };

addUniqueField(sourceIdKey, { record: 'line of the service and discipline', field: 'sourceId' });

export function createApp({ settings, replicas, columns, live, bus, serving }: Deps) {
  const spool = spoolOf(settings, serving.telemetry);
  const signTicket = createTicketSigner(settings.CALLER_SECRET);
  return createServiceApp<Ctx>({
    ...serving,
    ...askedVisibility(bus, { findVisibleProjects, getProject }),
    context: (base, db) => ({
      ...{ ...base, db, replicas, columns, live, spool, signTicket },
      bus: limitedBus(bus, base.visible),
    }),
    routes,
    problems,
  });
}
