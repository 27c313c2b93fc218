import { clientDeleted, projectDeleted, serviceDeleted } from '@consulting/kernel/contracts/clients-projects';
import {
  priceRowsChanged,
  serviceCrewDeleted,
  serviceCrewRatesChanged,
} from '@consulting/kernel/contracts/crews-rates';
import { wbsCodesChanged } from '@consulting/kernel/contracts/equipment-wbs';
import { removeNotesOf } from '@consulting/kernel/postgres';
import type { ServiceParts } from '@consulting/kernel/service/service-definition';
import { removeReviewOf } from '@consulting/mto-analysis';
import { cancelImports, removeProfilesOfClient } from '@consulting/mto-imports';
import {
  awaitLineWriters,
  followReprice,
  matchLines,
  recalculateLines,
  releaseLines,
  removeLinesOfProject,
  removeLinesOfService,
  removeViewsOf,
} from '@consulting/mto-lines';

import { recordRowChanges } from '@consulting/mto-pricing';

interface CrewsOfService {
  projectId: string;
  serviceId: string;
  crews: { crewCode: string }[];
}

type Parts = Pick<ServiceParts<Record<never, never>>, 'events' | 'bus' | 'store'>;

export function handleEvents(parts: Parts): void {
  followOwners(parts);
  followCrews(parts);
  const { events, bus, store } = parts;
  events.on(priceRowsChanged, 'mto-price-rows', recordRowChanges);
  events.onRepeatably(wbsCodesChanged, 'mto-lines-of-wbs', (codes) => matchLines(store.db, bus, codes));
}

/**
 * The removal of the lines waits until imports into the project or service have stopped (resources.md 16).
 */
function followOwners({ events }: Parts): void {
  events.on(projectDeleted, 'mto-lines-of-project', async (tx, { projectId }) => {
    await removeLinesOfProject(tx, projectId);
    await removeViewsOf(tx, { projectId });
    await removeNotesOf(tx, [projectId]);
    await removeReviewOf(tx, { projectId });
  });
  events.on(serviceDeleted, 'mto-lines-of-service', async (tx, service) => {
    await removeLinesOfService(tx, service);
    await removeReviewOf(tx, service);
  });
  events.on(clientDeleted, 'mto-profiles-of-client', async (tx, { clientId }) => {
    await removeProfilesOfClient(tx, clientId);
    await removeViewsOf(tx, { clientId });
  });
  events.on(projectDeleted, 'mto-imports-of-project', (tx, { projectId }) =>
    cancelImports(tx, { projectId }),
  );
  events.on(serviceDeleted, 'mto-imports-of-service', (tx, { serviceId }) =>
    cancelImports(tx, { serviceId }),
  );
}

/** The owner's answer at the time of handling counts, so that the order of several events does not matter. */
function followCrews({ events, bus, store }: Parts): void {
  const writersOf = ({ serviceId }: { serviceId: string }) => awaitLineWriters(store.db, serviceId);
  const codesOf = ({ projectId, serviceId, crews }: CrewsOfService) => ({
    projectId,
    serviceId,
    crewCodes: crews.map(({ crewCode }) => crewCode),
  });
  events.on(
    serviceCrewRatesChanged,
    'mto-lines-of-crew-rates',
    (tx, changed) => (changed.isReprice ? followReprice : recalculateLines)(tx, bus, codesOf(changed)),
    writersOf,
  );
  events.on(
    serviceCrewDeleted,
    'mto-lines-of-crew',
    (tx, deleted) => releaseLines(tx, bus, codesOf(deleted)),
    writersOf,
  );
}
