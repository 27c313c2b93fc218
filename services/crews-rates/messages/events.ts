import type { Bus } from '@consulting/shared/bus';
import {
  projectDeleted,
  projectPricingChanged,
  serviceDeleted,
} from '@consulting/shared/contracts/clients-projects';
import { rateCardsChanged } from '@consulting/shared/contracts/crews-rates';
import { equipmentPricesChanged } from '@consulting/shared/contracts/equipment-wbs';
import type { Database } from '@consulting/shared/store/connect';
import { handleOnce } from '@consulting/shared/store/outbox';
import { removeCrewsOfProject, removeCrewsOfService } from '../domain/crew-removal';
import { markStaleByCards, markStaleByEquipment, markStaleByProject } from '../domain/service-crew-staleness';

const ofProject = 'crews-of-project';
const ofService = 'crews-of-service';

/** Crews go with their project or service, and become stale with what they are priced with. */
export function handleEvents(bus: Bus, db: Database): void {
  bus.on(projectDeleted, ofProject, ({ projectId }, id) =>
    handleOnce(db, ofProject, id, (tx) => removeCrewsOfProject(tx, projectId)),
  );
  bus.on(serviceDeleted, ofService, ({ serviceId }, id) =>
    handleOnce(db, ofService, id, (tx) => removeCrewsOfService(tx, serviceId)),
  );
  followPrices(bus, db);
}

/** Looking twice is as good as once. */
function followPrices(bus: Bus, db: Database): void {
  const ctx = { bus, db };
  bus.on(projectPricingChanged, 'crews-of-project-pricing', ({ projectId }) =>
    markStaleByProject(ctx, projectId),
  );
  bus.on(equipmentPricesChanged, 'crews-of-equipment', (change) => markStaleByEquipment(ctx, change));
  bus.on(rateCardsChanged, 'crews-of-rate-cards', ({ cards }) => markStaleByCards(ctx, cards));
}
