import { disciplineSummary, takeoffTotals } from '@consulting/kernel/contracts/discipline-summary';
import { exampled } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { record, responseSchema, unavailable } from '@consulting/kernel/http/answer';
import { estimationInput } from '../../domain/estimation-fields';
import { estimation } from '../examples/estimation';

const { nullable, described } = responseSchema;

const money = (what: string) => responseSchema.number(`${what}, in the currency of the version, 2 decimals.`);
const { fields } = estimationInput;
const { itemCount, totalManHours, labourCost, materialCost, equipmentCost } = takeoffTotals;
const { subcontractCost, directCost, indirectCost } = takeoffTotals;

const totals = responseSchema.object({
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
  subtotal: money("Lines, indirect amount and owner's cost"),
  escalation: money('Escalation percent of the subtotal'),
  contingency: money('Contingency percent of subtotal and escalation'),
  managementReserve: money('Management reserve percent of subtotal, escalation and contingency'),
  grandTotal: money('Subtotal, escalation, contingency and management reserve'),
});

export const estimationAnswer = exampled(
  named(
    'Estimation',
    record(
      {
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
        approvedBy: nullable(responseSchema.text('Name of the caller who approved the version.')),
        approvedAt: nullable(responseSchema.time('When the version was approved, UTC.')),
        totals: described(
          nullable(totals),
          'Sums of the takeoff and what is added to it; they follow the lines until the version is approved.',
        ),
        byDiscipline: described(
          nullable(responseSchema.list(disciplineSummary)),
          'The takeoff by discipline.',
        ),
      },
      unavailable,
    ),
  ),
  estimation,
);
