import { type CardKey, quarters } from './card';
import type { ProjectLocation } from './location';
import { sameTextAs } from './same-text';

const quartersBackMax = 8;
const quartersAheadMax = 4;

/** 0 is the best fit, null none at all (rates.md 7). */
export interface Grade {
  /** 0 province, 1 region, 2 country. */
  location: 0 | 1 | 2 | null;
  /** 0 the type of the project, 1 any type. */
  projectType: 0 | 1 | null;
  /** 0 same quarter, 1 earlier, 2 later. */
  period: 0 | 1 | 2 | null;
  /** Quarters from the project to the card, negative for an earlier card. */
  distance: number;
}

export function cardGrader(location: ProjectLocation): (card: CardKey) => Grade {
  const isRegion = sameTextAs(location.region);
  const isProvince = sameTextAs(location.province);
  const isProjectType = sameTextAs(location.projectType);
  const now = quarterNumber(location);
  const gradeLocation = ({ region, province }: CardKey): Grade['location'] => {
    const anyRegion = isBlank(region);
    if (!isBlank(province)) return isProvince(province) && (anyRegion || isRegion(region)) ? 0 : null;
    if (anyRegion) return 2;
    return isRegion(region) ? 1 : null;
  };
  return (card) => {
    const distance = quarterNumber(card) - now;
    const isAnyType = isBlank(card.projectType);
    return {
      location: gradeLocation(card),
      projectType: isAnyType ? 1 : isProjectType(card.projectType) ? 0 : null,
      period: gradePeriod(distance),
      distance,
    };
  };
}

/** Step of rates.md 7, 1 to 18; null when a property does not fit. */
export function stepOf({ location, projectType, period }: Grade): number | null {
  if (location === null || projectType === null || period === null) return null;
  return location * 6 + projectType * 3 + period + 1;
}

function gradePeriod(distance: number): Grade['period'] {
  if (distance === 0) return 0;
  if (distance < 0) return distance >= -quartersBackMax ? 1 : null;
  return distance <= quartersAheadMax ? 2 : null;
}

const quarterNumber = ({ year, quarter }: Pick<ProjectLocation, 'year' | 'quarter'>): number =>
  year * 4 + quarters.indexOf(quarter);

const isBlank = (text: string | null): boolean => text === null || text.trim() === '';
