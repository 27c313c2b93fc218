import { exampled } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { record, responseSchema } from '@consulting/kernel/http/answer';
import { subcontractorInput } from '../../domain/subcontractor-fields';
import { subcontractor } from '../examples/subcontractor';

const { fields } = subcontractorInput;

export const subcontractorAnswer = exampled(
  named(
    'Subcontractor',
    record({
      subcontractorId: responseSchema.id('Same as id.'),
      projectId: responseSchema.id('Project of the subcontractor.'),
      ...fields,
      code: fields.code.required(),
      currency: fields.currency.required(),
      revisedContractAmount: responseSchema.nullable(
        responseSchema.number('Contract amount and approved changes, in the currency of the record.'),
      ),
    }),
  ),
  subcontractor,
);
