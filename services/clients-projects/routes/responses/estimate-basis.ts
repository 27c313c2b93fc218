import { maturities } from '@consulting/kernel/contracts/estimation';
import { recordKeys, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { deliverableKeys } from '../../domain/estimate-class';
import { estimationInput } from '../../domain/estimation-fields';

export const classChanges: { deliverables: { key: string; maturity: string }[] } = {
  deliverables: [
    { key: 'scopeDescription', maturity: 'complete' },
    { key: 'processFlowDiagrams', maturity: 'preliminary' },
  ],
};

export const basisChanges = {
  sections: {
    purpose: 'Approval of funds for the expansion.',
    exclusions: 'Escalation after 2027, land, interest during construction.',
  },
};

const { choice, flag, id, list, map, nullable, object, text } = responseSchema;
const { estimateClass } = estimationInput.fields;

const written = {
  version: recordKeys.version,
  updatedAt: recordKeys.updatedAt,
  updatedBy: recordKeys.updatedBy,
};

const deliverable = named(
  'EstimateDeliverable',
  object({
    key: choice(deliverableKeys, 'What the estimate is made from.', 'DeliverableKey'),
    maturity: nullable(
      choice(maturities, 'How far it is; null where the service does not list it.', 'Maturity'),
    ),
    isRequired: flag('Whether every estimate needs it; the others count once the service lists them.'),
    supports: estimateClass.describe('Best class that this maturity supports; null supports none.'),
  }),
);

export const estimateClassAnswer = exampled(
  named(
    'EstimateClass',
    object({
      serviceId: id('Service whose deliverables these are.'),
      projectId: id('Project of the service.'),
      supports: estimateClass.describe('Class that the deliverables support together; null supports none.'),
      limitedBy: list(text(), 'Keys of the deliverables that support no better class.'),
      deliverables: list(deliverable, 'All deliverables of the table.'),
      ...written,
    }),
  ),
  {
    serviceId: exampleIds.service,
    projectId: exampleIds.project,
    supports: null,
    limitedBy: ['capacity', 'location'],
    deliverables: [{ key: 'scopeDescription', maturity: 'complete', isRequired: true, supports: '1' }],
  },
);

export const estimateBasisAnswer = exampled(
  named(
    'EstimateBasis',
    object({
      estimationId: id('Version of the estimate.'),
      status: estimationInput.fields.status,
      estimateClass,
      sections: map(text(), 'Own text by section, those that have one.'),
      ...written,
    }),
  ),
  { estimationId: exampleIds.estimation, status: 'draft', estimateClass: '3', ...basisChanges },
);
