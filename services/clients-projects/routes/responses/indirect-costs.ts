import { exampled } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { recordKeys, responseSchema } from '@consulting/kernel/http/answer';
import { indirectCostsInput } from '../../domain/indirect-costs-fields';
import { indirectCosts } from '../examples/indirect-costs';

export const indirectCostsAnswer = exampled(
  named(
    'IndirectCosts',
    responseSchema.object({
      projectId: responseSchema.id('Project of the configuration.'),
      currency: responseSchema.text('Currency of all amounts, that of the project, ISO 4217.'),
      ...indirectCostsInput.fields,
      version: responseSchema.count('0 before the first change; the ETag of the record.'),
      createdAt: responseSchema.nullable(recordKeys.createdAt),
      updatedAt: responseSchema.nullable(recordKeys.updatedAt),
      createdBy: responseSchema.nullable(recordKeys.createdBy),
      updatedBy: responseSchema.nullable(recordKeys.updatedBy),
    }),
  ),
  indirectCosts,
);
