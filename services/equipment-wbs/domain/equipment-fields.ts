import type { Values } from '@consulting/shared/fields/field';
import {
  boolean,
  choice,
  currency,
  matching,
  number,
  singleSpaced,
  text,
} from '@consulting/shared/fields/kinds';
import { paging, QueryInput } from '@consulting/shared/fields/query';
import { RecordInput } from '@consulting/shared/fields/record';
import { hoursCovered, notNegative } from './machine-fields';

const fuelTypes = ['diesel', 'gasoline', 'lpg', 'electricity', 'none'] as const;
const ownerships = ['owned', 'rented', 'leased'] as const;

/** A code that can stand in a path: not one of the two that a URL resolves. */
const code = () => matching(40, /^(?!\.{1,2}$)/, 'a code that can stand in a path');

/** Writable fields of equipment (resources.md 11). */
export const equipmentInput = new RecordInput(
  {
    equipmentCode: code().required().createOnly().describe('Unique, ignoring case.'),
    name: text(200).required(),
    description: text(),
    manufacturer: text(),
    model: text(),
    category: text(60).describe('For example crane, earthmoving, welding.'),
    capacity: notNegative().describe('Rated capacity, in capacityUnit.'),
    capacityUnit: text(),
    currency: currency().default('USD').describe('Of all rates and costs.'),
    hourlyRate: notNegative().describe('Rental or internal hire without operator, fuel and operating cost.'),
    dailyRate: notNegative(),
    weeklyRate: notNegative(),
    monthlyRate: notNegative(),
    rentalHoursPerDay: hoursCovered('daily').default(8),
    rentalHoursPerWeek: hoursCovered('weekly').default(40),
    rentalHoursPerMonth: hoursCovered('monthly').default(176),
    fuelType: choice(fuelTypes).default('none'),
    fuelConsumptionPerHour: notNegative().describe('Litres; kWh for electricity.'),
    operatingCostPerHour: notNegative().describe('Lubricants, service, wear parts, tyres.'),
    standbyPercent: number({ min: 0, max: 100 }).default(50).describe('Share of rental paid on standby.'),
    operatorRequired: boolean().default(false),
    operatorIncluded: boolean().default(false).describe('In the rental price.'),
    operatorTradeCode: text(20).describe('Code of a trade.'),
    operatorLaborDesignation: singleSpaced(60).describe('Of the trade; any without one.'),
    mobilizationCost: notNegative().describe('Per machine and movement.'),
    demobilizationCost: notNegative().describe('Per machine and movement.'),
    ownership: choice(ownerships),
    weight: notNegative().describe('kg'),
    powerRating: notNegative().describe('kW'),
    isActive: boolean().default(true),
  },
  {
    rules({ operatorTradeCode, operatorLaborDesignation }, report) {
      if (operatorTradeCode === null && operatorLaborDesignation !== null)
        report('operatorTradeCode', 'REQUIRED', 'is required with operatorLaborDesignation');
    },
  },
);

export const equipmentQuery = new QueryInput({
  search: text(200).describe('Matches code, name and description.'),
  category: text(60).describe('Only equipment of this category, case ignored.'),
  ownership: choice(ownerships).describe('Only equipment so owned.'),
  isActive: boolean().describe('Only active or only inactive equipment.'),
  ...paging,
});

export type EquipmentFields = Values<(typeof equipmentInput)['fields']>;
