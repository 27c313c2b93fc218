import {
  boolean,
  choice,
  currency,
  matching,
  number,
  paging,
  QueryInput,
  RecordInput,
  singleSpaced,
  sortOf,
  text,
  type Values,
} from '@consulting/kernel/schema';
import { equipmentSorting } from '../store/equipment';

export const notNegative = () => number({ min: 0 });

export const hoursCovered = (rate: string) =>
  number({ above: 0 }).describe(`Hours that the ${rate} rate covers.`);

const fuelTypes = ['diesel', 'gasoline', 'lpg', 'electricity', 'none'] as const;

const ownerships = ['owned', 'rented', 'leased'] as const;

const code = () => matching(40, /^(?!\.{1,2}$)/, 'a code that can stand in a path');

export const equipmentInput = new RecordInput(
  {
    equipmentCode: code()
      .required()
      .createOnly()
      .describe('Code of the machine, unique ignoring case; set on creation only.'),
    name: text(200).required().describe('Name of the machine.'),
    description: text().describe('Description.'),
    manufacturer: text().describe('Manufacturer.'),
    model: text().describe('Model.'),
    category: text(60).describe('For example crane, earthmoving, welding.'),
    capacity: notNegative().describe('Rated capacity, in capacityUnit.'),
    capacityUnit: text().describe('Unit of the capacity, for example t or m3.'),
    currency: currency().default('USD').describe('Currency of all rates and costs, ISO 4217.'),
    hourlyRate: notNegative().describe(
      'Rental or internal hire for an hour, in the currency of the record, without operator, fuel and operating cost.',
    ),
    dailyRate: notNegative().describe(
      'Rental for a day of rentalHoursPerDay hours, in the currency of the record.',
    ),
    weeklyRate: notNegative().describe(
      'Rental for a week of rentalHoursPerWeek hours, in the currency of the record.',
    ),
    monthlyRate: notNegative().describe(
      'Rental for a month of rentalHoursPerMonth hours, in the currency of the record.',
    ),
    rentalHoursPerDay: hoursCovered('daily').default(8),
    rentalHoursPerWeek: hoursCovered('weekly').default(40),
    rentalHoursPerMonth: hoursCovered('monthly').default(176),
    fuelType: choice(fuelTypes, 'FuelType')
      .default('none')
      .describe('Fuel; none for machines without an engine.'),
    fuelConsumptionPerHour: notNegative().describe(
      'Consumption per operating hour: litres, for electricity kWh.',
    ),
    operatingCostPerHour: notNegative().describe(
      'Lubricants, service, wear parts and tyres, in the currency of the record per operating hour.',
    ),
    standbyPercent: number({ min: 0, max: 100 })
      .default(50)
      .describe('Part of the rental that is paid on standby, in percent.'),
    operatorRequired: boolean().default(false).describe('Whether the machine needs an operator.'),
    operatorIncluded: boolean().default(false).describe('Whether the rental includes the operator.'),
    operatorTradeCode: text(20).describe('Trade of the operator.'),
    operatorLaborDesignation: singleSpaced(60).describe(
      'Designation of the operator in that trade; null is any.',
    ),
    mobilizationCost: notNegative().describe(
      'Cost of bringing one machine to site, in the currency of the record.',
    ),
    demobilizationCost: notNegative().describe(
      'Cost of taking one machine away, in the currency of the record.',
    ),
    ownership: choice(ownerships, 'EquipmentOwnership').describe(
      'Whether the machine is owned, rented or leased.',
    ),
    weight: notNegative().describe('Weight in kg.'),
    powerRating: notNegative().describe('Power in kW.'),
    isActive: boolean().default(true).describe('Whether the machine can be used in crews.'),
  },
  {
    name: 'Equipment',
    rules({ operatorTradeCode, operatorLaborDesignation }, report) {
      if (operatorTradeCode === null && operatorLaborDesignation !== null)
        report('operatorTradeCode', 'REQUIRED', 'is required with operatorLaborDesignation');
    },
  },
);

export const equipmentQuery = new QueryInput({
  search: text(200).describe('Matches code, name and description.'),
  category: text(60).describe('Only equipment of this category, case ignored.'),
  ownership: choice(ownerships, 'EquipmentOwnership').describe('Only equipment so owned.'),
  isActive: boolean().describe('Only active or only inactive equipment.'),
  ...paging,
  sort: sortOf(equipmentSorting, equipmentInput.fields),
});

export type EquipmentFields = Values<(typeof equipmentInput)['fields']>;
