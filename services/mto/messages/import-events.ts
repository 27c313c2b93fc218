import type { Bus } from '@consulting/shared/bus';
import { projectDeleted, serviceDeleted } from '@consulting/shared/contracts/clients-projects';
import type { Database } from '@consulting/shared/store/connect';
import { cancelTasks } from '../store/import-task';

/**
 * Imports into a deleted project or service are cancelled (resources.md 16); the removal of its lines waits until they
 * have given up. Cancelling twice is as good as once.
 */
export function cancelImportsOfDeleted(bus: Bus, db: Database): void {
  bus.on(projectDeleted, 'mto-imports-of-project', ({ projectId }) => cancelTasks(db, { projectId }));
  bus.on(serviceDeleted, 'mto-imports-of-service', ({ serviceId }) => cancelTasks(db, { serviceId }));
}
