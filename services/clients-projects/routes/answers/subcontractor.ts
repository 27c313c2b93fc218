import { exampled } from '@consulting/shared/fields/example';
import { named } from '@consulting/shared/fields/schema';
import { record, shown } from '@consulting/shared/http/answer';
import { subcontractorInput } from '../../domain/subcontractor-fields';
import { subcontractor } from '../examples/subcontractor';

const { fields } = subcontractorInput;

export const subcontractorAnswer = exampled(
  named(
    'Subcontractor',
    record({
      subcontractorId: shown.id('Same as id.'),
      projectId: shown.id('Project of the subcontractor.'),
      ...fields,
      code: fields.code.required(),
      currency: fields.currency.required(),
      revisedContractAmount: shown.nullable(
        shown.number('Contract amount and approved changes, in the currency of the record.'),
      ),
    }),
  ),
  subcontractor,
);
