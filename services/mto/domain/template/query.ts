import { choice } from '@consulting/kernel/fields/kinds';
import { QueryInput } from '@consulting/kernel/fields/query';
import { disciplines } from '../../fields/discipline';

export const unitSystems = ['metric', 'us'] as const;

export type UnitSystem = (typeof unitSystems)[number];

export const templateQuery = new QueryInput({
  discipline: choice(disciplines).required().describe('Discipline of the lines to fill in.'),
  unitSystem: choice(unitSystems)
    .default('metric')
    .describe('Units that the headers name; values in US units are converted on import.'),
});
