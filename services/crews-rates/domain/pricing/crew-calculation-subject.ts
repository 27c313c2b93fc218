import { notFound } from '@consulting/kernel/errors';
import type { Ctx } from '../../context';
import type { Matching, RateSnapshot } from '../../rates/snapshot';
import { findCrewCode } from '../../store/crew';
import { findProjectCrew } from '../../store/project-crew';
import { findServiceCrew } from '../../store/service-crew';
import { enteredMembers, findMembers } from '../crew/crew-members';
import type { CrewCalculationRequest } from './crew-calculation-fields';
import { compositionOf } from './crew-in-project';
import type { Composition, CrewWithSnapshot } from './crew-snapshot';

export interface CrewSubject {
  crewId: string | null;
  crewCode: string | null;
  projectCrewId: string | null;
  serviceCrewId: string | null;
  composition: Composition;
  crewTerms?: CrewWithSnapshot['crewTerms'];
  matching: Matching;
  snapshot?: RateSnapshot;
}

const nothing = { crewId: null, crewCode: null, projectCrewId: null, serviceCrewId: null, matching: {} };

/** @throws NOT_FOUND also for a crew of another project */
export async function findSubject(
  ctx: Ctx,
  projectId: string,
  request: CrewCalculationRequest,
): Promise<CrewSubject> {
  if (request.crewId) return universalCrew(ctx, request.crewId);
  if (request.projectCrewId) return projectCrew(ctx, projectId, request.projectCrewId);
  if (request.serviceCrewId) return serviceCrew(ctx, projectId, request.serviceCrewId);
  const { labourMembers, equipmentMembers } = request;
  return {
    ...nothing,
    composition: { labourMembers: labourMembers ?? [], equipmentMembers: equipmentMembers ?? [] },
  };
}

async function universalCrew(ctx: Ctx, crewId: string): Promise<CrewSubject> {
  const [crewCode, members] = await Promise.all([findCrewCode(ctx.db, crewId), findMembers(ctx.db, crewId)]);
  if (crewCode === undefined) throw notFound('crew', crewId);
  return { ...nothing, crewId, crewCode, composition: enteredMembers(members) };
}

async function projectCrew(ctx: Ctx, projectId: string, id: string): Promise<CrewSubject> {
  const row = await findProjectCrew(ctx.db, id);
  if (row?.projectId !== projectId.toLowerCase()) throw notFound('project crew', id);
  return {
    ...nothing,
    crewId: row.crewId,
    crewCode: (await findCrewCode(ctx.db, row.crewId)) ?? null,
    projectCrewId: row.id,
    composition: compositionOf(row),
    crewTerms: { indirectCosts: row.indirectCosts },
    matching: row.matching,
  };
}

async function serviceCrew(ctx: Ctx, projectId: string, id: string): Promise<CrewSubject> {
  const row = await findServiceCrew(ctx.db, id);
  if (row?.projectId !== projectId.toLowerCase()) throw notFound('service crew', id);
  return {
    ...nothing,
    crewId: row.crewId,
    crewCode: row.crewCode,
    serviceCrewId: row.id,
    composition: compositionOf(row),
    crewTerms: { workWeek: row.workWeek, indirectCosts: row.indirectCosts },
    matching: row.matching,
    snapshot: row.snapshot,
  };
}
