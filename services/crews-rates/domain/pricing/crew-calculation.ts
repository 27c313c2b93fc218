import { notFound } from '@consulting/kernel/errors';
import { isUuid } from '@consulting/kernel/fields/kinds';
import type { Ctx } from '../../context';
import { askProjectPricing, type ProjectPricing } from '../../neighbours/clients-projects';
import { presentCrewRate } from '../../rates/present';
import type { RateSnapshot } from '../../rates/snapshot';
import { requireMembers } from '../crew/crew-composition';
import { type CrewCalculationRequest, crewCalculationInput, subjectFaults } from './crew-calculation-fields';
import { type CrewSubject, findSubject } from './crew-calculation-subject';
import { calculateSnapshot, locationOf, matchingOf } from './crew-snapshot';
import { takeSnapshots } from './crew-snapshot-taking';

/** CrewRateCalculation (rates.md 8.2); nothing is stored. @throws VALIDATION_ERROR, NOT_FOUND, PROJECT_LOCATION_INCOMPLETE, NO_MATCHING_CREW_MEMBERS, EXCHANGE_RATE_MISSING, EQUIPMENT_RATE_MISSING, DEPENDENCY_UNAVAILABLE */
export async function calculateCrewRates(ctx: Ctx, projectId: string, body: unknown) {
  const request = await readRequest(ctx, body);
  const isKept = request.serviceCrewId !== null && !request.refreshRates;
  const [pricing, subject] = await Promise.all([
    isKept ? null : requirePricing(ctx, projectId, true),
    findSubject(ctx, projectId, request),
  ]);
  const snapshot = await snapshotFor(ctx, pricing, subject, request);
  const { composition, crewTerms, crewId, crewCode, projectCrewId, serviceCrewId } = subject;
  const rate = calculateSnapshot({ composition, snapshot, crewTerms, requestTerms: request });
  return {
    projectId: projectId.toLowerCase(),
    crewId,
    crewCode,
    projectCrewId,
    serviceCrewId,
    location: locationOf(snapshot),
    ...presentCrewRate(rate),
  };
}

export async function requirePricing(
  ctx: Ctx,
  projectId: string,
  isReadingOnly = false,
): Promise<ProjectPricing> {
  const pricing = isUuid(projectId) ? await askProjectPricing(ctx.bus, projectId, isReadingOnly) : null;
  if (!pricing) throw notFound('project', projectId);
  return pricing;
}

async function readRequest(ctx: Ctx, body: unknown): Promise<CrewCalculationRequest> {
  const { record, faults } = crewCalculationInput.tryCreate(body);
  await requireMembers(ctx, body, [...faults, ...subjectFaults(body)]);
  return record;
}

async function snapshotFor(
  ctx: Ctx,
  pricing: ProjectPricing | null,
  { composition, matching, snapshot }: CrewSubject,
  request: CrewCalculationRequest,
): Promise<RateSnapshot> {
  if (pricing === null && snapshot) return snapshot;
  if (pricing === null) throw new Error('a service crew was read without its snapshot');
  const crew = { composition, matching: { ...matching, ...matchingOf(request) } };
  const [taken] = await takeSnapshots(ctx, pricing, [crew], true);
  if (!taken) throw new Error('no snapshot was taken');
  return taken;
}
