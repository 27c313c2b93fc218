import { invalid } from '@consulting/kernel/errors';
import type { Values } from '@consulting/kernel/fields/field';
import { choice, uuid } from '@consulting/kernel/fields/kinds';
import { QueryInput } from '@consulting/kernel/fields/query';
import { RecordInput } from '@consulting/kernel/fields/record';
import { disciplines } from '../../fields/discipline';
import type { LineFilter } from '../../store/takeoff-line';
import { readFilters, searchInput } from '../search/search-input';

const fields = {
  projectId: uuid().required().describe('Project of the lines.'),
  serviceId: uuid().describe('Only the lines of this service.'),
  discipline: choice(disciplines).describe('Only the lines of this discipline.'),
  format: choice(['single-sheet', 'multi-sheet'])
    .default('single-sheet')
    .describe('All lines on one sheet, or one sheet per discipline with a summary.'),
};

export const exportQuery = new QueryInput(fields);

export const exportInput = new RecordInput({ ...fields, filters: searchInput.fields.filters });

export type ExportOrder = LineFilter & Pick<Values<typeof fields>, 'format'>;

/** @throws VALIDATION_ERROR with every fault, those of nested conditions by their place */
export function readExport(body: unknown): ExportOrder {
  const { record, faults } = exportInput.tryCreate(body);
  const { filters, ...order } = record;
  const criteria = readFilters(filters, order.discipline, { faults });
  if (faults.length > 0) throw invalid(faults);
  return { ...order, criteria };
}
