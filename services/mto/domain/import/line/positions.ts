import { type Discipline, disciplines } from '../../../fields/discipline';
import { positionOf } from '../../../fields/registry';
import { planOf } from '../../formula/plan';
import type { LineReader } from './line-reader';

/** Position of a common field in a line, which is the same in every discipline. */
export const commonPosition = (key: string): number => positionOf(disciplines[0], key);

const setByImport = [
  'projectId',
  'serviceId',
  'discipline',
  'currency',
  'crewSize',
  'labourRate',
  'labourRateSource',
  'labourRateBasis',
  'equipmentRate',
  'totalCostOverride',
].map(commonPosition);

/** Positions at which the lines of these readers can have a value: from columns, defaults, crews and formulas. */
export function positionsOf(discipline: Discipline, readers: readonly LineReader[]): number[] {
  const computed = planOf(discipline).calculations.map(({ position }) => position);
  const read = readers.flatMap((reader) => reader.positions);
  return [...new Set([...setByImport, ...read, ...computed])].sort((a, b) => a - b);
}
