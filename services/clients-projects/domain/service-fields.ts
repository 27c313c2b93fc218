import {
  choice,
  currency,
  date,
  type Fault,
  type FaultCode,
  invalid,
  isObject,
  list,
  named,
  number,
  object,
  ordered,
  paging,
  QueryInput,
  RecordInput,
  sortOf,
  text,
  uuid,
  type Values,
} from '@consulting/kernel/schema';
import { serviceSorting } from '../store/service';
import { type Details, detailsField, reportDetails, type ServiceType, serviceTypes } from './details';

export const serviceStatuses = ['draft', 'in-progress', 'completed', 'approved', 'cancelled'] as const;

const feeTypes = ['lump-sum', 'hourly', 'retainer', 'percentage', 'success'] as const;

const fieldsWith = (details: ReturnType<typeof detailsField>) => ({
  serviceType: choice(serviceTypes, 'ServiceType')
    .required()
    .createOnly()
    .describe('Kind of the service; cannot change.'),
  name: text(200).describe(
    'Name of the service; by default the kind and a number, for example Estimation 2.',
  ),
  code: text(40).describe(
    'Code, unique in the project ignoring case; by default generated, for example EST-01.',
  ),
  description: text(4000).describe('What the service is about.'),
  status: choice(serviceStatuses, 'ServiceStatus')
    .default('draft')
    .describe('Where the service stands; an approved one accepts nothing but a change of status.'),
  startDate: date().describe('First day of the work.'),
  dueDate: date().describe('Day on which it is due; not before startDate.'),
  leadConsultant: text(120).describe('Consultant who leads the service.'),
  team: list(text(120), 50).describe('Names of the team; an update replaces the whole list.'),
  feeType: choice(feeTypes, 'FeeType').describe("How the consultant's fee is agreed."),
  feeAmount: number({ min: 0 }).describe("Consultant's fee, in feeCurrency."),
  feeCurrency: currency().describe('Currency of the fee, ISO 4217.'),
  budgetHours: number({ min: 0 }).describe("Consultant's hours that are planned."),
  actualHours: number({ min: 0 }).describe("Consultant's hours that were spent."),
  clientReference: text(80).describe("Client's number of the order."),
  remarks: text(2000).describe('Remarks.'),
  details: details.describe('Fields of the kind; unknown keys are ignored.'),
});

interface Rules {
  startDate: string | null;
  dueDate: string | null;
  details: object | null;
}

function rules(record: Rules, report: (field: string, code: FaultCode, message: string) => void): void {
  ordered(report, record.startDate, record.dueDate, 'dueDate', 'startDate');
  reportDetails(record.details as Details | null, report);
}

const inputWith = (details: ReturnType<typeof detailsField>) =>
  new RecordInput(fieldsWith(details), {
    server: ['serviceId', 'projectId', 'completedAt', 'approvedAt', 'approvedBy'],
    names: { serviceName: 'name', serviceCode: 'code' },
    rules,
  });

const inputs = Object.fromEntries(
  serviceTypes.map((type) => [type, inputWith(detailsField(type))]),
) as Record<ServiceType, ReturnType<typeof inputWith>>;

export const serviceFields = fieldsWith(object({}));

const inputOfNoType = inputWith(object({}, { ignoreUnknown: true }));

type Service = Values<ReturnType<typeof fieldsWith>>;

export interface Naming {
  isNameRequired?: boolean;
}

export function readNewService(body: unknown, naming: Naming): Service {
  const type = isObject(body) ? serviceTypes.find((one) => one === body.serviceType) : undefined;
  const { record, faults } = (type ? inputs[type] : inputOfNoType).tryCreate(body);
  refuse([...faults, ...missingName(record, body, faults, naming)]);
  return record;
}

export function readServiceUpdate(body: unknown, current: object, naming: Naming): Partial<Service> {
  const stored = current as Service;
  const { changes, faults } = inputs[stored.serviceType].tryUpdate(body, stored);
  refuse([...faults, ...('name' in changes ? missingName(changes, body, faults, naming) : [])]);
  return changes;
}

function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalid(faults);
}

export const nameInService = (body: unknown, key: 'name' | 'code') => inputOfNoType.nameIn(body, key);

function missingName(
  record: { name?: string | null },
  body: unknown,
  faults: readonly Fault[],
  naming: Naming,
): Fault[] {
  const isFaulty = faults.some(({ field }) => field === 'name' || field === 'serviceName');
  if (!naming.isNameRequired || record.name || isFaulty) return [];
  const field = isObject(body) && Object.hasOwn(body, 'name') ? 'name' : 'serviceName';
  return [{ field, code: 'REQUIRED', message: 'is required' }];
}

export function serviceSchema(use: 'create' | 'update', required: readonly string[] = []) {
  const schema = inputOfNoType.schema(use);
  const variants = serviceTypes.map((type) => detailsField(type).kind.schema);
  const description = 'Fields of the kind; unknown keys are ignored.';
  const details = named('ServiceDetailsInput', { anyOf: [...variants, { type: 'null' }], description });
  const always = (schema.required as string[] | undefined) ?? [];
  return named(use === 'update' ? 'ServiceChanges' : `${required.length > 0 ? 'Named' : ''}ServiceInput`, {
    ...schema,
    properties: { ...(schema.properties as object), details },
    required: [...always, ...required],
  });
}

const filters = {
  serviceType: choice(serviceTypes, 'ServiceType').describe('Only services of this kind.'),
  status: choice(serviceStatuses, 'ServiceStatus').describe('Only services in this status.'),
  sort: sortOf(serviceSorting, serviceFields),
};

export const serviceQuery = new QueryInput(filters);

export const serviceOfClientQuery = new QueryInput({
  clientId: uuid().required().describe('Client of the project; a project of another client is 404.'),
  ...filters,
  ...paging,
});

export const serviceOfProjectQuery = new QueryInput({
  projectId: uuid().required().describe('Project of the service; a service of another project is 404.'),
});
