import type { Bus } from '@consulting/shared/bus';
import { projectDeleted, serviceDeleted } from '@consulting/shared/contracts/clients-projects';
import { serviceCrewDeleted, serviceCrewRatesChanged } from '@consulting/shared/contracts/crews-rates';
import { wbsCodesChanged } from '@consulting/shared/contracts/equipment-wbs';
import type { Database } from '@consulting/shared/store/connect';
import { handleOnce } from '@consulting/shared/store/outbox';
import { awaitLineWriters, recalculateLines, releaseLines } from '../domain/crew-recalculation';
import { removeLinesOfProject, removeLinesOfService } from '../domain/takeoff-line-usage';
import { matchLines } from '../domain/takeoff-line-wbs';

const ofProject = 'mto-lines-of-project';
const ofService = 'mto-lines-of-service';

/** Takeoff lines go with their project or service, once per event however often it is delivered. */
export function handleEvents(bus: Bus, db: Database): void {
  bus.on(projectDeleted, ofProject, ({ projectId }, id) =>
    handleOnce(db, ofProject, id, (tx) => removeLinesOfProject(tx, projectId)),
  );
  bus.on(serviceDeleted, ofService, ({ serviceId }, id) =>
    handleOnce(db, ofService, id, (tx) => removeLinesOfService(tx, serviceId)),
  );
}

const ofCrewRates = 'mto-lines-of-crew-rates';
const ofCrew = 'mto-lines-of-crew';

/**
 * Takeoff lines follow the rates of their crew. What counts is what its owner answers when the event is handled, so that the
 * order of several does not matter.
 */
export function followCrews(bus: Bus, db: Database): void {
  bus.on(serviceCrewRatesChanged, ofCrewRates, async ({ serviceId, crews }, id) => {
    const codes = { serviceId, crewCodes: crews.map(({ crewCode }) => crewCode) };
    await awaitLineWriters(db, serviceId);
    await handleOnce(db, ofCrewRates, id, (tx) => recalculateLines(tx, bus, codes));
  });
  bus.on(serviceCrewDeleted, ofCrew, async ({ serviceId, crews }, id) => {
    const codes = { serviceId, crewCodes: crews.map(({ crewCode }) => crewCode) };
    await awaitLineWriters(db, serviceId);
    await handleOnce(db, ofCrew, id, (tx) => releaseLines(tx, bus, codes));
  });
}

/** Takeoff lines tell whether their WBS code names an item. Matching twice is as good as once. */
export function followWbs(bus: Bus, db: Database): void {
  bus.on(wbsCodesChanged, 'mto-lines-of-wbs', (codes) => matchLines(db, bus, codes));
}
