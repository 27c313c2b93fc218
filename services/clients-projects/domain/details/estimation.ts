import { takeoffDisciplines } from '@consulting/kernel/contracts/discipline';
import { boolean, choice, list, number, text } from '@consulting/kernel/schema';
import { basisFields } from './estimation-basis';

export const estimationFields = {
  ...basisFields(),
  scopeOfWork: text(8000).describe('Work that is estimated.'),
  productivityBasis: text(200).describe('Reference location or norm of the hours.'),
  defaultProductivityFactor: number({ min: 0.1, max: 10 }).describe(
    'Productivity factor that is proposed for new takeoff lines; above 1 takes more hours than the norm.',
  ),
  contingencyMethod: choice(['percentage', 'range', 'monte-carlo', 'expert'], 'ContingencyMethod').describe(
    'How the contingency is found.',
  ),
  confidenceLevelPercent: number({ min: 0, max: 100 }).describe('P-value of the contingency in percent.'),
  disciplinesIncluded: list(choice(takeoffDisciplines, 'Discipline'), takeoffDisciplines.length).describe(
    'Disciplines in the scope; an update replaces the whole list.',
  ),
  requireSecondPerson: boolean()
    .default(false)
    .describe('Whether a version is approved only by another caller than the one who moved it to in-review.'),
};
