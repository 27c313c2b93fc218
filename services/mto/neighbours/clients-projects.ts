import type { Bus } from '@consulting/kernel/bus';
import {
  findSubcontractors,
  getClient,
  getEstimation,
  getProject,
  getService,
  type ProjectFacts,
  type ServiceFacts,
} from '@consulting/kernel/contracts/clients-projects';
import type { Static } from '@sinclair/typebox';
import { askInParts } from './ask-in-parts';

export type Project = Static<typeof ProjectFacts>;

export type ProjectService = Static<typeof ServiceFacts>;

export async function askClient(bus: Bus, clientId: string) {
  return (await bus.ask(getClient, { clientId })).client;
}

export async function askProject(bus: Bus, projectId: string): Promise<Project | null> {
  return (await bus.ask(getProject, { projectId })).project;
}

export async function askService(
  bus: Bus,
  serviceId: string,
): Promise<{ service: ProjectService; project: Project } | null> {
  return (await bus.ask(getService, { serviceId })).found;
}

export async function askEstimation(bus: Bus, estimationId: string) {
  return (await bus.ask(getEstimation, { estimationId })).estimation;
}

export async function askSubcontractors(
  bus: Bus,
  projectId: string,
  subcontractorIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ask = async (part: string[]) =>
    (await bus.ask(findSubcontractors, { projectId, subcontractorIds: part })).subcontractorIds;
  return new Set(await askInParts(subcontractorIds, ask));
}
