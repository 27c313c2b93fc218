import { getProject } from '@consulting/kernel/contracts/clients-projects';
import type { Bus } from '@consulting/kernel/nats/bus';

type Project = (typeof getProject)['response']['static']['project'];

export async function askProject(bus: Bus, projectId: string): Promise<Project> {
  return (await bus.ask(getProject, { projectId })).project;
}
