import { named } from '@consulting/shared/fields/schema';
import { shown } from '@consulting/shared/http/answer';
import { indirectCostsInput } from '../../domain/indirect-costs-fields';

export const indirectCostsAnswer = named(
  'IndirectCosts',
  shown.object({
    projectId: shown.id(),
    currency: shown.text('Currency of the project, ISO 4217.'),
    ...indirectCostsInput.fields,
    version: shown.count('0 before the first change; the ETag of the record.'),
    createdAt: shown.nullable(shown.time()),
    updatedAt: shown.nullable(shown.time()),
    createdBy: shown.nullable(shown.text()),
    updatedBy: shown.nullable(shown.text()),
  }),
);
