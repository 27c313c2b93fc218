import { clientDeleted, projectDeleted } from '@consulting/kernel/contracts/clients-projects';
import type { ServiceParts } from '@consulting/kernel/service/service-definition';
import { takeOutOfGrants } from '../domain/grant';

export function handleEvents({ events }: Pick<ServiceParts<Record<never, never>>, 'events'>): void {
  events.on(clientDeleted, 'grants-of-client', (tx, { clientId }) => takeOutOfGrants(tx, 'client', clientId));
  events.on(projectDeleted, 'grants-of-project', (tx, { projectId }) =>
    takeOutOfGrants(tx, 'project', projectId),
  );
}
