import { Type } from '@sinclair/typebox';
import { event, job, question, readingOnly } from '../schema/contract';
import { importQuestions } from './import-task';

const owner = 'equipment-wbs';

export const findWbsCodes = question(
  owner,
  'wbs.find',
  Type.Object({ projectId: Type.String(), wbsCodes: Type.Array(Type.String()) }),
  Type.Object({ wbsCodes: Type.Array(Type.String()) }),
);

const rate = Type.Union([Type.Number(), Type.Null()]);
const label = Type.Union([Type.String(), Type.Null()]);

export const WbsTreeItem = Type.Object({
  wbsCode: Type.String(),
  name: Type.String(),
  parentCode: label,
  sortOrder: rate,
});

export const wbsTreePageMax = 500;

export const listWbsTree = question(
  owner,
  'wbs.tree',
  Type.Object({ projectId: label, after: label }),
  Type.Object({ items: Type.Array(WbsTreeItem, { maxItems: wbsTreePageMax }) }),
);

const machineTerms = {
  equipmentCode: Type.String(),
  isActive: Type.Boolean(),
  currency: Type.String(),
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
const EquipmentTagFacts = Type.Object({
  ...machineTerms,
  tagId: Type.String(),
  tagNumber: Type.String(),
  isDefault: Type.Boolean(),
});

export const EquipmentFacts = Type.Object({
  ...machineTerms,
  name: Type.String(),
  category: label,
  fuelType: Type.String(),
  operatorRequired: Type.Boolean(),
  operatorIncluded: Type.Boolean(),
  operatorTradeCode: label,
  operatorLaborDesignation: label,
  tag: Type.Union([EquipmentTagFacts, Type.Null()]),
});

export const equipmentCodesMax = 400;

/** An asker that stores a code delays its answers on `equipment.usage` until it has stored it. */
export const findEquipment = question(
  owner,
  'equipment.find',
  Type.Object({
    codes: Type.Array(Type.String(), { maxItems: equipmentCodesMax }),
    projectId: label,
    ...readingOnly,
  }),
  Type.Object({ equipment: Type.Array(EquipmentFacts) }),
);

export const tradeUsageItemsMax = 50;

export const getTradeUsage = question(
  owner,
  'trade.usage',
  Type.Object({
    tradeCode: Type.String(),
    laborDesignations: Type.Array(Type.String()),
    includesUnspecified: Type.Boolean(),
  }),
  Type.Object({
    count: Type.Integer(),
    items: Type.Array(
      Type.Object({
        equipmentId: Type.String(),
        equipmentCode: Type.String(),
        name: Type.String(),
        laborDesignation: label,
      }),
      { maxItems: tradeUsageItemsMax },
    ),
  }),
);

export const equipmentPricesChanged = event(
  owner,
  'equipment.prices-changed',
  Type.Object({ equipmentCode: Type.String(), projectId: label }),
);

/**
 * Lines that carry one of the codes are matched by what `wbs.find` answers now, so the order of several
 * events does not matter. A `projectId` of null means universal items.
 */
export const wbsCodesChanged = event(
  owner,
  'wbs.codes-changed',
  Type.Object({ projectId: label, wbsCodes: Type.Array(Type.String()) }),
);

export const importJob = job(owner, 'import', Type.Object({ taskId: Type.String() }));

export const equipmentImports = importQuestions(owner);
