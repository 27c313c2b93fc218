import { exampled } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { recordKeys, shown } from '@consulting/kernel/http/answer';
import { indirectCostsInput } from '../../domain/indirect-costs-fields';
import { indirectCosts } from '../examples/indirect-costs';

export const indirectCostsAnswer = exampled(
  named(
    'IndirectCosts',
    shown.object({
      projectId: shown.id('Project of the configuration.'),
      currency: shown.text('Currency of all amounts, that of the project, ISO 4217.'),
      ...indirectCostsInput.fields,
      version: shown.count('0 before the first change; the ETag of the record.'),
      createdAt: shown.nullable(recordKeys.createdAt),
      updatedAt: shown.nullable(recordKeys.updatedAt),
      createdBy: shown.nullable(recordKeys.createdBy),
      updatedBy: shown.nullable(recordKeys.updatedBy),
    }),
  ),
  indirectCosts,
);
