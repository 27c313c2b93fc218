import type { Bus } from '@consulting/shared/bus';
import { projectDeleted, serviceDeleted } from '@consulting/shared/contracts/clients-projects';
import type { Database } from '@consulting/shared/store/connect';
import { handleOnce } from '@consulting/shared/store/outbox';
import { removeLinesOfProject, removeLinesOfService } from '../domain/takeoff-line-usage';

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
