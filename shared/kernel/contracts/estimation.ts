import { question, valueSchema } from '../schema';
import { linePartsMax } from './mto';

const { bounded, choice, integer, list, map, nullable, number, object, text } = valueSchema;

const owner = 'clients-projects';
const id = text();
const label = nullable(text());

export const getEstimation = question(
  owner,
  'estimation.get',
  object({ estimationId: id }),
  object({
    estimation: nullable(object({ estimationId: id, projectId: id, serviceId: id, status: text() })),
  }),
);

export const approvedAskedMax = 500;

export const findApprovedEstimations = question(
  owner,
  'estimation.approved',
  object({ estimationIds: bounded(list(id), { maxItems: approvedAskedMax }) }),
  object({ estimationIds: list(id) }),
);

export const basisSections = [
  'purpose',
  'scope',
  'methodology',
  'design',
  'planning',
  'cost',
  'allowances',
  'assumptions',
  'exclusions',
  'exceptions',
  'risks',
  'contingency',
  'reserve',
  'reconciliation',
  'benchmarking',
  'qualityAssurance',
  'team',
] as const;

export const maturities = ['none', 'started', 'preliminary', 'complete'] as const;

export const deliverablesMax = 100;

// `supports` is the class that the deliverables of the service support, null while one that every estimate needs is missing. `basis` is of
// the version alone.
export const getEstimateBasis = question(
  owner,
  'estimation.basis',
  object({ serviceId: id, estimationId: nullable(id) }),
  object({
    found: nullable(
      object({
        supports: label,
        limitedBy: bounded(list(text()), { maxItems: deliverablesMax }),
        deliverables: bounded(list(object({ key: text(), maturity: choice(maturities) })), {
          maxItems: deliverablesMax,
        }),
        basis: nullable(object({ estimateClass: label, status: text(), sections: map(text()) })),
      }),
    ),
  }),
);

const amount = text();
const percent = nullable(text());

const BidSpread = object({ method: text(), weights: nullable(map(number())) });

export const sheetItemKinds = [
  'direct',
  'lump-sum',
  'quantity',
  'percent',
  'allowance',
  'risk',
  'subtotal',
] as const;

// The value is that of a percentage; `sums` are the places in the list of what a subtotal adds up, null where that is all above.
const SheetItem = object({
  itemId: id,
  code: text(),
  name: text(),
  kind: choice(sheetItemKinds),
  value: percent,
  quantity: nullable(amount),
  unit: label,
  unitPrice: nullable(amount),
  lines: nullable(integer()),
  amount,
  sums: nullable(list(integer())),
});

export const getBuildUp = question(
  owner,
  'estimation.build-up',
  object({ estimationId: id, lineTotal: amount }),
  object({
    buildUp: nullable(
      object(
        {
          indirectAmount: amount,
          ownersCostAmount: amount,
          subtotal: amount,
          escalation: amount,
          escalationPercent: percent,
          contingency: amount,
          contingencyPercent: percent,
          managementReserve: amount,
          managementReservePercent: percent,
          grandTotal: amount,
        },
        {
          sheetAmount: amount,
          bidSpread: BidSpread,
          sheet: bounded(list(SheetItem), { maxItems: linePartsMax }),
        },
      ),
    ),
  }),
);
