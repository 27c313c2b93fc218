import { getProject } from '@consulting/kernel/contracts/clients-projects';
import type { Bus } from '@consulting/kernel/nats';
import type { Static } from '@consulting/kernel/schema';

type Project = Static<(typeof getProject)['response']>['project'];

export async function askProject(bus: Bus, projectId: string): Promise<Project> {
  return (await bus.ask(getProject, { projectId })).project;
}
