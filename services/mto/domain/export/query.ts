import { choice, uuid } from '@consulting/shared/fields/kinds';
import { QueryInput } from '@consulting/shared/fields/query';
import { disciplines } from '../../fields/discipline';

export const exportQuery = new QueryInput({
  projectId: uuid().required().describe('Project of the lines.'),
  serviceId: uuid().describe('Only the lines of this service.'),
  discipline: choice(disciplines).describe('Only the lines of this discipline.'),
  format: choice(['single-sheet', 'multi-sheet'])
    .default('single-sheet')
    .describe('All lines on one sheet, or one sheet per discipline.'),
});
