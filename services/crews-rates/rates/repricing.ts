import type { ProjectTerms } from './basis';
import type { IndirectCosts, IndirectEntries } from './indirect-entries';
import type { PlaceOverride, ProjectPlace } from './location';
import type { WorkWeek } from './week';

export interface Repricing {
  place?: Partial<ProjectPlace>;
  workWeek?: Partial<WorkWeek>;
  indirectCosts?: IndirectCosts;
  escalationPercent?: number;
}

/**
 * A new country clears region and province, and a new region the province; year, quarter and type each count alone.
 */
export function placeUnder(project: ProjectPlace, { place = {} }: Repricing): ProjectPlace {
  const { country, region, province } = place;
  const isRegionOpen = country !== undefined;
  const isProvinceOpen = isRegionOpen || region !== undefined;
  return {
    country: country ?? project.country,
    region: region ?? (isRegionOpen ? null : project.region),
    province: province ?? (isProvinceOpen ? null : project.province),
    year: place.year ?? project.year,
    quarter: place.quarter ?? project.quarter,
    projectType: place.projectType ?? project.projectType,
  };
}

export function termsUnder(project: ProjectTerms, repricing: Repricing): ProjectTerms {
  const { workWeek, indirectCosts, escalationPercent } = repricing;
  return {
    ...project,
    workWeek: { ...project.workWeek, ...workWeek },
    ...(indirectCosts && { indirectCosts: indirectCostsUnder(project.indirectCosts, indirectCosts) }),
    ...(escalationPercent && { escalationPercent }),
  };
}

const indirectCostsUnder = (project: IndirectCosts, given: IndirectCosts): IndirectCosts => ({
  labour: entriesUnder(project.labour, given.labour),
  equipment: entriesUnder(project.equipment, given.equipment),
});

function entriesUnder(
  project: IndirectEntries | null | undefined,
  given: IndirectEntries | null | undefined,
): IndirectEntries {
  if (given === null) return {};
  const entries = Object.entries({ ...project, ...given });
  return Object.fromEntries(entries.filter(([, entry]) => entry !== null));
}

export function matchingUnder<M extends PlaceOverride>(matching: M, repricing: Repricing | null): M {
  const given = new Set(Object.keys(repricing?.place ?? {}));
  const stored = Object.entries(matching).filter(([key]) => !given.has(key));
  return Object.fromEntries(stored) as M;
}
