import type { JsonSchema } from '@consulting/shared/fields/field';
import { named } from '@consulting/shared/fields/schema';
import { shown } from '@consulting/shared/http/answer';
import { equipmentFields, labourFields } from '../../domain/crew/crew-composition-fields';
import { hourlyRates, hoursOfWeek } from './rates';

const { object, number, nullable, text, count } = shown;

const addOns = object({
  perDiem: hourlyRates,
  smallTools: hourlyRates,
  consumables: hourlyRates,
  ppe: hourlyRates,
});

const matchedOn = object({
  country: text(),
  region: nullable(text()),
  province: nullable(text()),
  year: count(),
  quarter: text(),
  projectType: nullable(text()),
  currency: text('Currency of the rate card.'),
});

/** Figures of a labour member in a project; null while it has no price. */
const labourFigures = {
  memberId: nullable(shown.id('Rate card that it is priced with; null for a rate entered by hand.')),
  matchStep: nullable(count('Step of the match, 1 to 18; 1 fits best.')),
  periodDistanceQuarters: nullable({
    type: 'integer',
    description: 'Quarters from the period of the project to that of the card; negative is earlier.',
  }),
  matchedOn: nullable(matchedOn),
  currency: text('Currency of the rates, that of the project.'),
  hours: hoursOfWeek,
  baseRates: nullable(hourlyRates),
  burdenedRates: hourlyRates,
  addOns,
  allInRates: hourlyRates,
  manHours: number('Man-hours per week.'),
  cost: number('Cost per week.'),
};

/** Figures of a machine in a project; null while it has no price. */
const equipmentFigures = {
  rateSource: text('tag or catalogue.'),
  rentalPerHour: number('Rental per hour.'),
  fuelPerHour: number('Fuel per hour.'),
  operatingCostPerHour: number('Operating cost per hour.'),
  operatingRate: number('Rate per hour in operation.'),
  standbyRate: number('Rate per hour on standby.'),
  machineHours: number('Machine-hours per week.'),
  cost: number('Cost per week.'),
};

const whilePriced = (figures: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(figures).map(([key, schema]) => [key, 'anyOf' in schema ? schema : nullable(schema)]),
  );

/** Members of a universal crew. */
export const crewLabourMember = named(
  'CrewLabourMember',
  object({
    ...labourFields,
    tradeId: shown.id(),
    tradeName: text('Name of the trade.'),
    isActive: shown.flag('Whether the trade is active.'),
    isSupervisory: shown.flag('Whether the trade is supervisory.'),
  }),
);

export const crewEquipmentMember = named(
  'CrewEquipmentMember',
  object({
    ...equipmentFields,
    name: nullable(text('Name of the machine.')),
    category: nullable(text('Category of the machine.')),
  }),
);

/** Members of a crew of a project: as entered, with their figures. */
export const pricedLabourMember = named(
  'PricedLabourMember',
  object({ ...labourFields, ...whilePriced(labourFigures) }),
);

export const pricedEquipmentMember = named(
  'PricedEquipmentMember',
  object({ ...equipmentFields, ...whilePriced(equipmentFigures) }),
);

/** Members of a calculation. */
const { tradeCode, laborDesignation, quantity: persons } = labourFields;

export const calculatedLabourMember = named(
  'CalculatedLabourMember',
  object({ tradeCode, laborDesignation, quantity: persons, ...labourFigures }),
);

const { equipmentCode, quantity: machines, rentalBasis } = equipmentFields;

export const calculatedEquipmentMember = named(
  'CalculatedEquipmentMember',
  object({
    equipmentCode,
    quantity: machines,
    rentalBasis,
    operatingHours: number('Hours in operation per week.'),
    standbyHours: number('Hours on standby per week.'),
    ...equipmentFigures,
  }),
);
