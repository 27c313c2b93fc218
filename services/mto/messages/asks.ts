import type { Bus } from '@consulting/shared/bus';
import {
  findSubcontractors,
  getEstimation,
  getProject,
  getService,
  type ProjectFacts,
  type ServiceFacts,
} from '@consulting/shared/contracts/clients-projects';
import { findServiceCrewRates, type ServiceCrewRates } from '@consulting/shared/contracts/crews-rates';
import { findWbsCodes } from '@consulting/shared/contracts/equipment-wbs';
import type { Static } from '@sinclair/typebox';

export type Project = Static<typeof ProjectFacts>;
export type ProjectService = Static<typeof ServiceFacts>;
export type CrewRates = Static<typeof ServiceCrewRates>;

/** Keeps one question well below the largest message. */
const valuesPerQuestionMax = 2000;

async function askInParts<T>(
  values: readonly string[],
  ask: (part: string[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const distinct = [...new Set(values)];
  const found: T[] = [];
  for (let at = 0; at < distinct.length; at += valuesPerQuestionMax)
    found.push(...(await ask(distinct.slice(at, at + valuesPerQuestionMax))));
  return found;
}

/** The project, or null when it is unknown. @throws DEPENDENCY_UNAVAILABLE */
export async function askProject(bus: Bus, projectId: string): Promise<Project | null> {
  return (await bus.ask(getProject, { projectId })).project;
}

/** The project service with its project, or null when it is unknown. @throws DEPENDENCY_UNAVAILABLE */
export async function askService(
  bus: Bus,
  serviceId: string,
): Promise<{ service: ProjectService; project: Project } | null> {
  return (await bus.ask(getService, { serviceId })).found;
}

/** Where an estimation version belongs, or null when it is unknown. @throws DEPENDENCY_UNAVAILABLE */
export async function askEstimation(bus: Bus, estimationId: string) {
  return (await bus.ask(getEstimation, { estimationId })).estimation;
}

/** Those of the subcontractors that belong to the project. @throws DEPENDENCY_UNAVAILABLE */
export async function askSubcontractors(
  bus: Bus,
  projectId: string,
  subcontractorIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ask = async (part: string[]) =>
    (await bus.ask(findSubcontractors, { projectId, subcontractorIds: part })).subcontractorIds;
  return new Set(await askInParts(subcontractorIds, ask));
}

/** Those of the codes that are WBS items of the project. @throws DEPENDENCY_UNAVAILABLE */
export async function askWbsCodes(
  bus: Bus,
  projectId: string,
  wbsCodes: readonly string[],
): Promise<ReadonlySet<string>> {
  const ask = async (part: string[]) => (await bus.ask(findWbsCodes, { projectId, wbsCodes: part })).wbsCodes;
  return new Set(await askInParts(wbsCodes, ask));
}

/** The rates of the service's crews that have one of the codes. @throws DEPENDENCY_UNAVAILABLE */
export function askCrewRates(
  bus: Bus,
  serviceId: string,
  crewCodes: readonly string[],
): Promise<CrewRates[]> {
  return askInParts(
    crewCodes,
    async (part) => (await bus.ask(findServiceCrewRates, { serviceId, crewCodes: part })).crews,
  );
}
