import { disciplineSummary, takeoffTotals } from '@consulting/kernel/contracts/discipline-summary';
import { record, responseSchema, unavailable } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { estimationInput } from '../../domain/estimation-fields';
import { indirectCostsAnswer } from './indirect-costs';

export const newEstimation = {
  versionLabel: 'A',
  estimateClass: '3',
  indirectAmount: 150000,
  escalationPercent: 2.5,
  contingencyPercent: 10,
};

export const estimationChanges = { status: 'in-review', reviewedBy: 'David Chen' };

const lines = {
  itemCount: 60,
  totalManHours: 25684.804,
  labourCost: 3851580.15,
  materialCost: 881153.16,
  equipmentCost: 341019.71,
  subcontractCost: 0,
  directCost: 5110852.7,
  indirectCost: 0,
};

const estimation = {
  id: exampleIds.estimation,
  estimationId: exampleIds.estimation,
  serviceId: exampleIds.service,
  projectId: exampleIds.project,
  versionNumber: 1,
  name: 'Version 1',
  status: 'draft',
  accuracyLowPercent: -20,
  accuracyHighPercent: 30,
  currency: 'CAD',
  exchangeRates: [],
  ownersCostAmount: 0,
  ...newEstimation,
  totals: {
    ...lines,
    lineTotal: 5110852.7,
    indirectAmount: 150000,
    ownersCostAmount: 0,
    subtotal: 5260852.7,
    escalation: 131521.32,
    contingency: 539237.4,
    managementReserve: 0,
    grandTotal: 5931611.42,
  },
  byDiscipline: [{}],
};

const { nullable, described } = responseSchema;

const money = (what: string) => responseSchema.number(`${what}, in the currency of the version, 2 decimals.`);

const { fields } = estimationInput;

const { itemCount, totalManHours, labourCost, materialCost, equipmentCost } = takeoffTotals;

const { subcontractCost, directCost, indirectCost } = takeoffTotals;

const totals = named(
  'EstimationTotals',
  responseSchema.object(
    {
      itemCount,
      totalManHours,
      labourCost,
      materialCost,
      equipmentCost,
      subcontractCost,
      directCost,
      indirectCost,
      lineTotal: money('Total cost of the lines'),
      indirectAmount: money('Indirect cost that is not on lines'),
      ownersCostAmount: money("Owner's cost"),
      subtotal: money("Lines, estimate sheet, indirect amount and owner's cost"),
      escalation: money('Escalation percent of the subtotal'),
      contingency: money('Contingency percent of subtotal and escalation'),
      managementReserve: money('Management reserve percent of subtotal, escalation and contingency'),
      grandTotal: money('Subtotal, escalation, contingency and management reserve'),
    },
    { sheetAmount: money('Items of the estimate sheet that are not direct; absent without a sheet') },
  ),
);

const keys = {
  estimationId: responseSchema.id('Same as id.'),
  serviceId: responseSchema.id('Service of the version.'),
  projectId: responseSchema.id('Project of the service.'),
  versionNumber: responseSchema.count('Number of the version in the service, from 1.'),
  ...fields,
  versionLabel: fields.versionLabel.required(),
  name: fields.name.required(),
  currency: fields.currency.required(),
  indirectAmount: fields.indirectAmount.required(),
  ownersCostAmount: fields.ownersCostAmount.required(),
  submittedBy: nullable(responseSchema.text('Name of the caller who moved the version to in-review.')),
  submittedAt: nullable(responseSchema.time('When it was moved to in-review, UTC.')),
  approvedBy: nullable(responseSchema.text('Name of the caller who approved the version.')),
  approvedAt: nullable(responseSchema.time('When the version was approved, UTC.')),
  totals: described(
    nullable(totals),
    'Sums of the takeoff and what is added to it; they follow the lines while the version is a draft and stand still afterwards.',
  ),
  byDiscipline: described(nullable(responseSchema.list(disciplineSummary)), 'The takeoff by discipline.'),
};

export const estimationAnswer = exampled(named('Estimation', record(keys, unavailable)), estimation);

const perManHour = (what: string) =>
  nullable(
    responseSchema.number(
      `${what} per man-hour, in the currency of the project, 4 decimals; null while the crew has none.`,
    ),
  );

const crewRates = named(
  'EstimationCrewRates',
  responseSchema.object({
    serviceCrewId: responseSchema.id('The service crew; it may be gone by now.'),
    crewCode: responseSchema.text('Code used on takeoff lines.'),
    name: nullable(responseSchema.text('Name of the crew.')),
    status: responseSchema.choice(
      ['complete', 'incomplete', 'stale'],
      'As of the service crew.',
      'ServiceCrewStatus',
    ),
    crewSize: nullable(responseSchema.number('Persons of the crew.')),
    labourRate: perManHour('Labour'),
    equipmentRate: perManHour('Equipment'),
  }),
);

export const estimationDetailed = exampled(
  named(
    'EstimationDetailed',
    record(
      {
        ...keys,
        indirectCosts: described(
          nullable(indirectCostsAnswer),
          'Indirect cost configuration of the project: the current one of a draft, else as it stood when the version ceased to be one; null of versions that were approved or withdrawn before it was recorded.',
        ),
        crewRates: described(
          nullable(responseSchema.list(crewRates)),
          'Rates of the crews of the service: the current ones of a draft, else as they stood when the version ceased to be one; null of versions that were approved or withdrawn before they were recorded.',
        ),
        superseded: nullable(
          responseSchema.id('Version that this request superseded by approving this one; else null.'),
        ),
      },
      unavailable,
    ),
  ),
  {
    ...estimation,
    crewRates: [
      {
        serviceCrewId: exampleIds.serviceCrew,
        crewCode: 'PF-01',
        name: 'Pipe Erection and Welding Crew',
        status: 'complete',
        crewSize: 8,
        labourRate: 149.9556,
        equipmentRate: 13.2771,
      },
    ],
  },
);
