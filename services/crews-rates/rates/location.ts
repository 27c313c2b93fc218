import { DomainError } from '@consulting/kernel/schema';
import type { Quarter } from './card';

export interface ProjectPlace {
  country: string | null;
  region: string | null;
  province: string | null;
  year: number | null;
  quarter: Quarter | null;
  projectType: string | null;
}

export type PlaceOverride = Partial<Pick<ProjectPlace, 'year' | 'quarter' | 'projectType'>>;

export interface ProjectLocation extends ProjectPlace {
  country: string;
  year: number;
  quarter: Quarter;
}

export function placeWith(
  project: ProjectPlace,
  override: PlaceOverride = {},
): ProjectPlace & { quarter: Quarter } {
  const { country, region, province } = project;
  const year = override.year ?? project.year;
  const quarter = override.quarter ?? project.quarter ?? 'Q4';
  const projectType = override.projectType ?? project.projectType;
  return { country, region, province, year, quarter, projectType };
}

export function requireLocation(project: ProjectPlace, override: PlaceOverride = {}): ProjectLocation {
  const place = placeWith(project, override);
  const { country, year } = place;
  if (country !== null && year !== null) return { ...place, country, year };
  const missing = [...(country === null ? ['country'] : []), ...(year === null ? ['year'] : [])];
  const detail = `Rate cards cannot be matched: the project has no ${missing.join(' and no ')}.`;
  throw new DomainError('PROJECT_LOCATION_INCOMPLETE', detail, { missing });
}
