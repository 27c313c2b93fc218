import { createServiceApp } from '@consulting/shared/http/app';
import type { ServiceParts } from '@consulting/shared/process';
import type { Ctx } from './context';
import { crewsTrades } from './routes/api-v1/crews-trades';
import { crewTrades } from './routes/v1/crew-trades';

export type Deps = Pick<ServiceParts<Record<never, never>>, 'store' | 'bus' | 'serving'>;

/** The HTTP application of crews-rates; composition only. */
export function createApp({ store, bus, serving }: Deps) {
  return createServiceApp<Ctx>({
    ...serving,
    context: (base, db = store.db) => ({ ...base, db, bus }),
    routes: { v1: [...crewTrades], 'api-v1': [...crewsTrades] },
  });
}
