import { responseSchema } from '../http';
import { named } from '../schema';
import { takeoffDisciplines } from './discipline';

const { choice, described, nullable, number, object, text } = responseSchema;

const figureChange = named(
  'FigureChange',
  object({
    before: number('As it is stored.'),
    after: number('As it would become.'),
    difference: number('After less before.'),
  }),
);

const changes = {
  itemCount: described(figureChange, 'Lines that count: void and excluded ones are left out.'),
  totalManHours: described(figureChange, 'Man-hours.'),
  labourCost: described(figureChange, 'Labour, in the currency of the project.'),
  materialCost: described(figureChange, 'Material, in the currency of the project.'),
  equipmentCost: described(figureChange, 'Construction equipment, in the currency of the project.'),
  subcontractCost: described(figureChange, 'Subcontracts, in the currency of the project.'),
  totalCost: described(figureChange, 'Total cost, in the currency of the project.'),
};

export const wbsHead = {
  wbsCode: nullable(text('Code of the item; null for the root and for lines of a kind.')),
  name: nullable(text('Name of the item; for the root that of the project.')),
  kind: nullable(
    choice(
      ['none', 'unknown'],
      'Null for an item; none for lines without a WBS code, unknown for codes that the WBS does not have.',
      'WbsSummaryKind',
    ),
  ),
};

export const figureChanges = named('FigureChanges', object(changes));

export const figureChangesOfDiscipline = named(
  'FigureChangesOfDiscipline',
  object({ discipline: choice(takeoffDisciplines, 'Key of the discipline.', 'Discipline'), ...changes }),
);

export const figureChangesOfWbs = named('FigureChangesOfWbs', object({ ...wbsHead, ...changes }));
