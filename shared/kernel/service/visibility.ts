import type { findVisibleProjects, getProject } from '../contracts/clients-projects';
import { rememberingOwners, type Serving } from '../http';
import type { Bus } from '../nats';

interface Questions {
  findVisibleProjects: typeof findVisibleProjects;
  getProject: typeof getProject;
}

// A service names the questions itself, since it needs the right to ask them.
export const askedVisibility = (
  bus: Bus,
  questions: Questions,
): Pick<Serving<never>, 'findVisible' | 'isProjectOf'> => ({
  findVisible: (scope) => bus.ask(questions.findVisibleProjects, scope),
  isProjectOf: rememberingOwners(
    async (projectId) => (await bus.ask(questions.getProject, { projectId })).project?.clientId,
  ),
});
