import type { Bus } from '@consulting/kernel/bus';
import { getProject } from '@consulting/kernel/contracts/clients-projects';

type Project = (typeof getProject)['response']['static']['project'];

/** The project, or null when it is unknown. @throws DEPENDENCY_UNAVAILABLE */
export async function askProject(bus: Bus, projectId: string): Promise<Project> {
  return (await bus.ask(getProject, { projectId })).project;
}
