import {
  figureChanges,
  figureChangesOfDiscipline,
  figureChangesOfWbs,
} from '@consulting/kernel/contracts/figure-changes';
import { responseSchema, unavailable } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { summaryHead } from './aggregate';

const { object, list, nullable, count, described } = responseSchema;

const compared = (before: number, after: number) => ({ before, after, difference: after - before });
const figuresExample = {
  itemCount: compared(60, 60),
  totalManHours: compared(25684, 25684),
  labourCost: compared(3851600, 3852600),
  materialCost: compared(812000, 852600),
  equipmentCost: compared(341000, 308208),
  subcontractCost: compared(0, 0),
  totalCost: compared(5004600, 5013408),
};

export const whatIfAnswer = exampled(
  named(
    'TakeoffWhatIfAnswer',
    object(
      {
        ...summaryHead,
        matched: count('Lines that a change is about, or that carry the code of one of the crews.'),
        changed: count('Lines of these that would have other values.'),
        total: described(figureChanges, 'Figures of all lines.'),
        byDiscipline: list(
          figureChangesOfDiscipline,
          'Used disciplines in the order of the discipline list.',
        ),
        byWbs: nullable(
          list(
            figureChangesOfWbs,
            'Roots of the WBS that have lines below them, before or after, in its order; null when it cannot be read.',
          ),
        ),
      },
      unavailable,
    ),
  ),
  {
    projectId: exampleIds.project,
    serviceId: exampleIds.service,
    currency: 'CAD',
    generatedAt: '2025-07-21T12:00:00.000Z',
    matched: 60,
    changed: 60,
    total: figuresExample,
    byDiscipline: [{ discipline: 'piping', ...figuresExample }],
    byWbs: [{ wbsCode: '30', name: 'Process units', kind: null, ...figuresExample }],
  },
);
