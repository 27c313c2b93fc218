import { exampled, exampleIds } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { responseSchema, unavailable } from '@consulting/kernel/http/answer';
import { disciplines } from '../../fields/discipline';
import { summaryHead, wbsNodeHead } from './aggregate';

const { object, list, nullable, count, number, described } = responseSchema;

const figure = named(
  'ComparedFigure',
  object({
    before: number('As it is stored.'),
    after: number('As it would become.'),
    difference: number('After less before.'),
  }),
);

const counts = named(
  'ComparedCount',
  object({
    before: count('Lines that count as they are stored.'),
    after: count('Lines that would count.'),
    difference: { type: 'integer', description: 'After less before.' },
  }),
);

const figures = {
  itemCount: described(counts, 'Lines that count: void and excluded ones are left out.'),
  totalManHours: described(figure, 'Man-hours.'),
  labourCost: described(figure, 'Labour, in the currency of the project.'),
  materialCost: described(figure, 'Material, in the currency of the project.'),
  equipmentCost: described(figure, 'Construction equipment, in the currency of the project.'),
  subcontractCost: described(figure, 'Subcontracts, in the currency of the project.'),
  totalCost: described(figure, 'Total cost, in the currency of the project.'),
};

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

const discipline = responseSchema.choice(disciplines, 'Key of the discipline.', 'Discipline');
const byDiscipline = named('WhatIfOfDiscipline', object({ discipline, ...figures }));
const byWbs = named('WhatIfOfWbs', object({ ...wbsNodeHead, ...figures }));

export const whatIfAnswer = exampled(
  named(
    'TakeoffWhatIfAnswer',
    object(
      {
        ...summaryHead,
        matched: count('Lines that a change is about, or that carry the code of one of the crews.'),
        changed: count('Lines of these that would have other values.'),
        total: described(object(figures), 'Figures of all lines.'),
        byDiscipline: list(byDiscipline, 'Used disciplines in the order of the discipline list.'),
        byWbs: nullable(
          list(
            byWbs,
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
