import { getProject } from '@consulting/kernel/contracts/clients-projects';
import type { Bus } from '@consulting/kernel/nats/bus';
import type { Static } from '@consulting/kernel/schema/field';

type Project = Static<(typeof getProject)['response']>['project'];

export async function askProject(bus: Bus, projectId: string): Promise<Project> {
  return (await bus.ask(getProject, { projectId })).project;
}
