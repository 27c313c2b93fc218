import { projectDeleted, serviceDeleted } from '@consulting/shared/contracts/clients-projects';
import { serviceCrewDeleted, serviceCrewRatesChanged } from '@consulting/shared/contracts/crews-rates';
import { wbsCodesChanged } from '@consulting/shared/contracts/equipment-wbs';
import type { Events } from '@consulting/shared/events';
import type { ServiceParts } from '@consulting/shared/process';
import { awaitLineWriters, recalculateLines, releaseLines } from '../domain/crew-recalculation';
import { removeLinesOfProject, removeLinesOfService } from '../domain/takeoff-line-usage';
import { matchLines } from '../domain/takeoff-line-wbs';

/** Takeoff lines go with their project or service, once per event however often it is delivered. */
export function handleEvents(events: Events): void {
  events.on(projectDeleted, 'mto-lines-of-project', (tx, { projectId }) =>
    removeLinesOfProject(tx, projectId),
  );
  events.on(serviceDeleted, 'mto-lines-of-service', (tx, { serviceId }) =>
    removeLinesOfService(tx, serviceId),
  );
}

type Parts = Pick<ServiceParts<Record<never, never>>, 'events' | 'bus' | 'store'>;

/**
 * Takeoff lines follow the rates of their crew. What counts is what its owner answers when the event is handled, so that the
 * order of several does not matter.
 */
export function followCrews({ events, bus, store }: Parts): void {
  const writersOf = ({ serviceId }: { serviceId: string }) => awaitLineWriters(store.db, serviceId);
  const codesOf = ({ serviceId, crews }: { serviceId: string; crews: { crewCode: string }[] }) => ({
    serviceId,
    crewCodes: crews.map(({ crewCode }) => crewCode),
  });
  events.on(
    serviceCrewRatesChanged,
    'mto-lines-of-crew-rates',
    (tx, changed) => recalculateLines(tx, bus, codesOf(changed)),
    writersOf,
  );
  events.on(
    serviceCrewDeleted,
    'mto-lines-of-crew',
    (tx, deleted) => releaseLines(tx, bus, codesOf(deleted)),
    writersOf,
  );
}

/** Takeoff lines tell whether their WBS code names an item. Matching twice is as good as once. */
export function followWbs({ events, bus, store }: Parts): void {
  const noted = async () => {};
  events.on(wbsCodesChanged, 'mto-lines-of-wbs', noted, (codes) => matchLines(store.db, bus, codes));
}
