import {
  projectDeleted,
  projectPricingChanged,
  serviceDeleted,
} from '@consulting/shared/contracts/clients-projects';
import { rateCardsChanged } from '@consulting/shared/contracts/crews-rates';
import { equipmentPricesChanged } from '@consulting/shared/contracts/equipment-wbs';
import type { Events } from '@consulting/shared/events';
import type { ServiceParts } from '@consulting/shared/process';
import type { Ctx } from '../context';
import { removeCrewsOfProject, removeCrewsOfService } from '../domain/service-crew/crew-removal';
import {
  markStaleByCards,
  markStaleByEquipment,
  markStaleByProject,
} from '../domain/service-crew/service-crew-staleness';

type Parts = Pick<ServiceParts<Record<never, never>>, 'events' | 'bus' | 'store'>;

/** Crews go with their project or service, and become stale with what they are priced with. */
export function handleEvents({ events, bus, store }: Parts): void {
  events.on(projectDeleted, 'crews-of-project', (tx, { projectId }) => removeCrewsOfProject(tx, projectId));
  events.on(serviceDeleted, 'crews-of-service', (tx, { serviceId }) => removeCrewsOfService(tx, serviceId));
  followPrices(events, { bus, db: store.db });
}

/** Looking twice is as good as once, and asks others: so it comes before the transaction that takes note of the event. */
function followPrices(events: Events, ctx: Pick<Ctx, 'bus' | 'db'>): void {
  const noted = async () => {};
  events.on(projectPricingChanged, 'crews-of-project-pricing', noted, ({ projectId }) =>
    markStaleByProject(ctx, projectId),
  );
  events.on(equipmentPricesChanged, 'crews-of-equipment', noted, (change) =>
    markStaleByEquipment(ctx, change),
  );
  events.on(rateCardsChanged, 'crews-of-rate-cards', noted, ({ cards }) => markStaleByCards(ctx, cards));
}
