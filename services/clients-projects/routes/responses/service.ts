import { exampled } from '@consulting/kernel/fields/example';
import { named, oneOf } from '@consulting/kernel/fields/schema';
import { alias, pageSchema, record, responseSchema, unavailable } from '@consulting/kernel/http/answer';
import { detailNames, serviceTypes } from '../../domain/details';
import { serviceFields } from '../../domain/service-fields';
import { estimationService, service, serviceCounts } from '../examples/service';
import { serviceDetails } from './service-details';

const { details: _, name, code, ...fields } = serviceFields;

const keys = {
  serviceId: responseSchema.id('Same as id.'),
  projectId: responseSchema.id('Project of the service.'),
  serviceName: alias(name.required(), 'name'),
  serviceCode: alias(code.required(), 'code'),
  ...fields,
  name: name.required(),
  code: code.required(),
  completedAt: responseSchema.nullable(responseSchema.time('When the status became completed, UTC.')),
  approvedAt: responseSchema.nullable(responseSchema.time('When the status became approved, UTC.')),
  approvedBy: responseSchema.nullable(responseSchema.text('Name of the caller who approved the service.')),
};

export const serviceAnswer = exampled(named('ProjectService', record(keys)), service);

const variants = serviceTypes.map((serviceType) => {
  const variant = detailNames[serviceType];
  const details = named(`${variant}Details`, serviceDetails[serviceType]);
  const chosen = { type: 'string', const: serviceType, description: 'Kind of the service.' };
  return [
    serviceType,
    named(
      `${variant}Service`,
      record(
        { ...keys, serviceType: chosen, details: responseSchema.described(details, 'Fields of the kind.') },
        unavailable,
      ),
    ),
  ] as const;
});

export const serviceDetailed = exampled(
  named('ProjectServiceDetailed', oneOf('serviceType', Object.fromEntries(variants))),
  estimationService,
);

const byType = responseSchema.object({
  estimation: responseSchema.count('Estimation services.'),
  loanMonitoring: responseSchema.count('Loan-monitoring services.'),
  projectControls: responseSchema.count('Project-controls services.'),
  claims: responseSchema.count('Claims services.'),
});

const counted = {
  byType: { ...byType, description: 'Number of services of each kind that match `status`.' },
};

export const serviceList = exampled(
  named(
    'ProjectServiceList',
    responseSchema.object({
      data: responseSchema.list(serviceAnswer, 'All services that match, newest first.'),
      total: responseSchema.count('Length of data.'),
      ...counted,
    }),
  ),
  { total: 1, byType: serviceCounts },
);

export const servicePage = exampled(named('ProjectServicePage', pageSchema(serviceAnswer, true, counted)), {
  byType: serviceCounts,
});
