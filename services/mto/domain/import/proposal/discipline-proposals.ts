import type { Discipline } from '../../../fields/discipline';
import type { SheetFacts } from './field-proposals';
export interface DisciplineProposal {
  discipline: Discipline;
  confidence: number;
  why: string;
}
export function proposeDisciplines(_sheet: SheetFacts): DisciplineProposal[] {
  return [];
}
