import { alias, pageSchema, record, responseSchema, unavailable } from '@consulting/kernel/http';
import { exampled, exampleIds, type JsonSchema, named, oneOf } from '@consulting/kernel/schema';
import { detailNames, type ServiceType, serviceTypes } from '../../domain/details';
import { claimsFields } from '../../domain/details/claims';
import { estimationFields } from '../../domain/details/estimation';
import { loanMonitoringFields } from '../../domain/details/loan-monitoring';
import { projectControlsFields } from '../../domain/details/project-controls';
import { serviceFields } from '../../domain/service-fields';
import { estimationAnswer } from './estimation';

const { nullable } = responseSchema;

const figure = (description: string) => nullable(responseSchema.number(description));

const takeoffTotals = named(
  'ServiceTakeoffTotals',
  responseSchema.object({
    itemCount: responseSchema.count('Takeoff lines.'),
    totalManHours: responseSchema.number('Man-hours.'),
    totalCost: responseSchema.number('In the currency of the project.'),
  }),
);

const estimation = responseSchema.object({
  ...estimationFields,
  currentEstimationId: nullable(responseSchema.id('Latest approved version, else the latest version.')),
  estimations: responseSchema.list(estimationAnswer, 'Versions, newest first.'),
  takeoffTotals: responseSchema.described(
    nullable(takeoffTotals),
    'Sums of the takeoff lines of the service.',
  ),
});

const loanMonitoring = responseSchema.object({
  ...loanMonitoringFields,
  disbursedToDate: figure('Approved amounts of the funded draws, in the currency of the loan.'),
  undisbursedAmount: figure('Loan amount less what is disbursed, in the currency of the loan.'),
  inBalance: nullable(responseSchema.flag('Whether the sources that remain cover the uses that remain.')),
});

const projectControls = responseSchema.object({
  ...projectControlsFields,
  costVariance: figure('Earned value less actual cost, in the currency of the project.'),
  scheduleVariance: figure('Earned value less planned value, in the currency of the project.'),
  costPerformanceIndex: figure('Earned value ÷ actual cost (CPI), 4 decimals; null on zero.'),
  schedulePerformanceIndex: figure('Earned value ÷ planned value (SPI), 4 decimals; null on zero.'),
  estimateAtCompletion: figure(
    'Estimate at completion (EAC) by eacMethod, in the currency of the project, 2 decimals.',
  ),
  estimateToComplete: figure(
    'Estimate at completion less actual cost, in the currency of the project, 2 decimals.',
  ),
  varianceAtCompletion: figure(
    'Budget at completion less the estimate at completion, in the currency of the project, 2 decimals.',
  ),
  toCompletePerformanceIndex: figure('Remaining work ÷ remaining budget (TCPI), 4 decimals; null on zero.'),
  percentComplete: figure('Percent of the budget at completion that is earned, 2 decimals.'),
  percentSpent: figure('Percent of the budget at completion that is spent, 2 decimals.'),
  productivityFactor: figure('Actual hours ÷ earned hours, 4 decimals; above 1 is worse than planned.'),
});

const claims = responseSchema.object({
  ...claimsFields,
  noticeDeadline: nullable(
    responseSchema.date('Last day for the notice: awareness date, else event date, plus the notice period.'),
  ),
  noticeInTime: nullable(responseSchema.flag('Whether notice was given by the deadline.')),
  claimedTotal: figure('Claimed amounts of the heads, in the currency of the project.'),
  assessedTotal: figure('Assessed amounts of the heads, in the currency of the project.'),
  awardedTotal: figure('Awarded amounts of the heads, in the currency of the project.'),
});

const serviceDetails: Record<ServiceType, JsonSchema> = {
  estimation,
  'loan-monitoring': loanMonitoring,
  'project-controls': projectControls,
  claims,
};

export const newService = {
  serviceType: 'estimation',
  details: { estimateClass: '3', scopeOfWork: 'Piping of unit 200' },
};

export const newNamedService = { ...newService, serviceName: 'Class 3 estimate' };

export const serviceChanges = {
  status: 'in-progress',
  dueDate: '2025-10-31',
  details: { assumptions: ['Pipe racks are shared with unit 100.'] },
};

const owner = { projectId: exampleIds.project, status: 'draft', leadConsultant: 'Jane Moreau' };

const service = {
  id: exampleIds.service,
  serviceId: exampleIds.service,
  serviceType: 'estimation',
  serviceName: newNamedService.serviceName,
  serviceCode: 'EST-01',
  name: newNamedService.serviceName,
  code: 'EST-01',
  dueDate: '2025-10-31',
  ...owner,
};

const estimationService = {
  ...service,
  details: {
    ...newService.details,
    requireSecondPerson: false,
    currentEstimationId: exampleIds.estimation,
    takeoffTotals: { itemCount: 60, totalManHours: 25684.804, totalCost: 5110852.7 },
  },
};

const serviceCounts = { estimation: 1, loanMonitoring: 0, projectControls: 0, claims: 0 };

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
  return named(
    `${variant}Service`,
    record(
      { ...keys, serviceType: chosen, details: responseSchema.described(details, 'Fields of the kind.') },
      unavailable,
    ),
  );
});

export const serviceDetailed = exampled(named('ProjectServiceDetailed', oneOf(variants)), estimationService);

const byType = named(
  'ServiceCounts',
  responseSchema.object({
    estimation: responseSchema.count('Estimation services.'),
    loanMonitoring: responseSchema.count('Loan-monitoring services.'),
    projectControls: responseSchema.count('Project-controls services.'),
    claims: responseSchema.count('Claims services.'),
  }),
);

const counted = {
  byType: responseSchema.described(byType, 'Number of services of each kind that match `status`.'),
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
