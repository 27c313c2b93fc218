import { disciplineSummary, takeoffTotals } from '@consulting/shared/contracts/discipline-summary';
import { named } from '@consulting/shared/fields/schema';
import { record, shown, unavailable } from '@consulting/shared/http/answer';
import { estimationInput } from '../../domain/estimation-fields';

const { nullable, number } = shown;
const { fields } = estimationInput;
const { itemCount, totalManHours, labourCost, materialCost, equipmentCost } = takeoffTotals;
const { subcontractCost, directCost, indirectCost } = takeoffTotals;

const totals = shown.object({
  itemCount,
  totalManHours,
  labourCost,
  materialCost,
  equipmentCost,
  subcontractCost,
  directCost,
  indirectCost,
  lineTotal: number('Total cost of the lines.'),
  indirectAmount: number('Indirect cost that is not on lines.'),
  ownersCostAmount: number("Owner's cost."),
  subtotal: number("Lines, indirect amount and owner's cost."),
  escalation: number('Escalation percent of the subtotal.'),
  contingency: number('Contingency percent of subtotal and escalation.'),
  managementReserve: number('Management reserve percent of subtotal, escalation and contingency.'),
  grandTotal: number('Everything.'),
});

export const estimationAnswer = named(
  'Estimation',
  record(
    {
      estimationId: shown.id('Same as id.'),
      serviceId: shown.id(),
      projectId: shown.id(),
      versionNumber: shown.count('1, 2, … in the service.'),
      ...fields,
      versionLabel: fields.versionLabel.required(),
      name: fields.name.required(),
      currency: fields.currency.required(),
      indirectAmount: fields.indirectAmount.required(),
      ownersCostAmount: fields.ownersCostAmount.required(),
      approvedBy: nullable(shown.text()),
      approvedAt: nullable(shown.time()),
      totals: nullable(totals),
      byDiscipline: nullable(shown.list(disciplineSummary)),
    },
    unavailable,
  ),
);
