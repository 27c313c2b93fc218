import { event, job, question, readingOnly, valueSchema } from '../schema';
import { importQuestions } from './import-task';

const { bounded, flag, integer, list, nullable, number, object, text } = valueSchema;

const owner = 'equipment-wbs';

export const findWbsCodes = question(
  owner,
  'wbs.find',
  object({ projectId: text(), wbsCodes: list(text()) }),
  object({ wbsCodes: list(text()) }),
);

const rate = nullable(number());
const label = nullable(text());

export const WbsTreeItem = object({
  wbsCode: text(),
  name: text(),
  parentCode: label,
  sortOrder: rate,
});

export const wbsTreePageMax = 500;

export const listWbsTree = question(
  owner,
  'wbs.tree',
  object({ projectId: label, after: label }),
  object({ items: bounded(list(WbsTreeItem), { maxItems: wbsTreePageMax }) }),
);

const machineTerms = {
  equipmentCode: text(),
  isActive: flag(),
  currency: text(),
  hourlyRate: rate,
  dailyRate: rate,
  weeklyRate: rate,
  monthlyRate: rate,
  rentalHoursPerDay: rate,
  rentalHoursPerWeek: rate,
  rentalHoursPerMonth: rate,
  fuelConsumptionPerHour: rate,
  operatingCostPerHour: rate,
  standbyPercent: rate,
  mobilizationCost: rate,
  demobilizationCost: rate,
};

/** Null takes the figure from the catalogue; the rental rates are one set. */
const EquipmentTagFacts = object({
  ...machineTerms,
  tagId: text(),
  tagNumber: text(),
  isDefault: flag(),
});

export const EquipmentFacts = object({
  ...machineTerms,
  name: text(),
  category: label,
  fuelType: text(),
  operatorRequired: flag(),
  operatorIncluded: flag(),
  operatorTradeCode: label,
  operatorLaborDesignation: label,
  tag: nullable(EquipmentTagFacts),
});

export const equipmentCodesMax = 400;

/** An asker that stores a code delays its answers on `equipment.usage` until it has stored it. */
export const findEquipment = question(
  owner,
  'equipment.find',
  object(
    {
      codes: bounded(list(text()), { maxItems: equipmentCodesMax }),
      projectId: label,
    },
    readingOnly,
  ),
  object({ equipment: list(EquipmentFacts) }),
);

export const tradeUsageItemsMax = 50;

export const getTradeUsage = question(
  owner,
  'trade.usage',
  object({
    tradeCode: text(),
    laborDesignations: list(text()),
    includesUnspecified: flag(),
  }),
  object({
    count: integer(),
    items: bounded(
      list(
        object({
          equipmentId: text(),
          equipmentCode: text(),
          name: text(),
          laborDesignation: label,
        }),
      ),
      { maxItems: tradeUsageItemsMax },
    ),
  }),
);

export const equipmentPricesChanged = event(
  owner,
  'equipment.prices-changed',
  object({ equipmentCode: text(), projectId: label }),
);

/**
 * Lines that carry one of the codes are matched by what `wbs.find` answers now, so the order of several
 * events does not matter. A `projectId` of null means universal items.
 */
export const wbsCodesChanged = event(
  owner,
  'wbs.codes-changed',
  object({ projectId: label, wbsCodes: list(text()) }),
);

export const importJob = job(owner, 'import', object({ taskId: text() }));

export const equipmentImports = importQuestions(owner);
