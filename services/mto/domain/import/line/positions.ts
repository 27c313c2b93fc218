import type { Discipline } from '../../../fields/discipline';
import { commonPosition } from '../../../fields/registry';
import { planOf } from '../../formula/plan';
import type { LineReader } from './line-reader';

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

export function positionsOf(discipline: Discipline, readers: readonly LineReader[]): number[] {
  const computed = planOf(discipline).calculations.map(({ position }) => position);
  const read = readers.flatMap((reader) => reader.positions);
  return [...new Set([...setByImport, ...read, ...computed])].sort((a, b) => a - b);
}
