import { projectDeleted, serviceDeleted } from '@consulting/shared/contracts/clients-projects';
import type { Events } from '@consulting/shared/events';
import { cancelTasks } from '../store/import-task';

/**
 * Imports into a deleted project or service are cancelled (resources.md 16); the removal of its lines waits until they
 * have given up. Cancelling twice is as good as once.
 */
export function cancelImportsOfDeleted(events: Events): void {
  events.on(projectDeleted, 'mto-imports-of-project', (tx, { projectId }) => cancelTasks(tx, { projectId }));
  events.on(serviceDeleted, 'mto-imports-of-service', (tx, { serviceId }) => cancelTasks(tx, { serviceId }));
}
