import { findVisibleProjects } from '@consulting/kernel/contracts/clients-projects';
import type { Bus } from '@consulting/kernel/nats';
import type { Scope } from '@consulting/kernel/process';

// Those of the clients and projects that exist; an earlier version answers all projects of the clients, too.
export async function askExisting(bus: Bus, scope: Scope) {
  const { clientIds, projectIds } = await bus.ask(findVisibleProjects, { ...scope, isOfNamed: true });
  return { clientIds: new Set(clientIds), projectIds: new Set(projectIds) };
}
