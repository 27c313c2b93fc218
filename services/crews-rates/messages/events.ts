import {
  projectDeleted,
  projectPricingChanged,
  serviceDeleted,
} from '@consulting/kernel/contracts/clients-projects';
import { rateCardsChanged } from '@consulting/kernel/contracts/crews-rates';
import { equipmentPricesChanged } from '@consulting/kernel/contracts/equipment-wbs';
import { removeNotesOf } from '@consulting/kernel/postgres';
import type { ServiceParts } from '@consulting/kernel/service/service-definition';
import { removeCrewsOfProject, removeCrewsOfService } from '../domain/service-crew/service-crew';
import {
  markStaleByCards,
  markStaleByEquipment,
  markStaleByProject,
} from '../domain/service-crew/service-crew-staleness';

type Parts = Pick<ServiceParts<Record<never, never>>, 'events' | 'bus' | 'store'>;

export function handleEvents({ events, bus, store }: Parts): void {
  events.on(projectDeleted, 'crews-of-project', async (tx, { projectId }) => {
    await removeCrewsOfProject(tx, projectId);
    await removeNotesOf(tx, [projectId]);
  });
  events.on(serviceDeleted, 'crews-of-service', (tx, { serviceId }) => removeCrewsOfService(tx, serviceId));
  const ctx = { bus, db: store.db };
  events.onRepeatably(projectPricingChanged, 'crews-of-project-pricing', ({ projectId }) =>
    markStaleByProject(ctx, projectId),
  );
  events.onRepeatably(equipmentPricesChanged, 'crews-of-equipment', (change) =>
    markStaleByEquipment(ctx, change),
  );
  events.onRepeatably(rateCardsChanged, 'crews-of-rate-cards', ({ cards }) => markStaleByCards(ctx, cards));
}
