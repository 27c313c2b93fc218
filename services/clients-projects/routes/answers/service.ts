import { named, oneOf } from '@consulting/shared/fields/schema';
import { alias, pageSchema, record, shown, unavailable } from '@consulting/shared/http/answer';
import { serviceFields } from '../../domain/service-fields';
import { serviceDetails } from './service-details';

const { details: _, name, code, ...fields } = serviceFields;

const keys = {
  serviceId: shown.id('Same as id.'),
  projectId: shown.id(),
  serviceName: alias(name.required(), 'name'),
  serviceCode: alias(code.required(), 'code'),
  ...fields,
  name: name.required(),
  code: code.required(),
  completedAt: shown.nullable(shown.time('Set when the status becomes completed.')),
  approvedAt: shown.nullable(shown.time('Set when the status becomes approved.')),
  approvedBy: shown.nullable(shown.text('Who approved it.')),
};

/** A service as lists show it, without the details of its kind. */
export const serviceAnswer = named('ProjectService', record(keys));

const variants = Object.entries(serviceDetails).map(([serviceType, { name: variant, schema }]) => {
  const details = named(`${variant}Details`, schema);
  const chosen = { type: 'string', const: serviceType };
  return [
    serviceType,
    named(`${variant}Service`, record({ ...keys, serviceType: chosen, details }, unavailable)),
  ] as const;
});

/** One of the four kinds. */
export const serviceDetailed = named(
  'ProjectServiceDetailed',
  oneOf('serviceType', Object.fromEntries(variants)),
);

const byType = shown.object({
  estimation: shown.count(),
  loanMonitoring: shown.count(),
  projectControls: shown.count(),
  claims: shown.count(),
});

const counted = { byType: { ...byType, description: 'Counts by kind that match `status`.' } };

/** List of set 1: all services of the project. */
export const serviceList = named(
  'ProjectServiceList',
  shown.object({
    data: shown.list(serviceAnswer),
    total: shown.count('Length of data.'),
    ...counted,
  }),
);

/** List of set 2: a page. */
export const servicePage = named('ProjectServicePage', pageSchema(serviceAnswer, true, counted));
