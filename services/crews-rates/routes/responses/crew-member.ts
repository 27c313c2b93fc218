import { responseSchema } from '@consulting/kernel/http';
import { type JsonSchema, named } from '@consulting/kernel/schema';
import { equipmentFields, labourFields } from '../../fields/crew-composition';
import { perTime } from './rates';

const { described, object, number, nullable, text, count } = responseSchema;

const addOns = named(
  'RateAddOns',
  object({
    perDiem: described(perTime, 'Per diem.'),
    smallTools: described(perTime, 'Small tools.'),
    consumables: described(perTime, 'Consumables.'),
    ppe: described(perTime, 'Personal protective equipment.'),
  }),
);

export const matchedOn = named(
  'MatchedRateCard',
  object({
    country: text('Country of the card, ISO 3166-1 alpha-2.'),
    region: nullable(text('Region of the card; null is the whole country.')),
    province: nullable(text('Province or state of the card; null is the whole region.')),
    year: count('Year of the card.'),
    quarter: text('Quarter of the card, Q1 to Q4.'),
    projectType: nullable(text('Project type of the card; null is any.')),
    currency: text('Currency of the rate card.'),
  }),
);

const labourFigures = {
  memberId: nullable(responseSchema.id('Rate card that it is priced with; null for a rate entered by hand.')),
  matchStep: nullable(count('Step of the match, 1 to 18; 1 fits best.')),
  periodDistanceQuarters: nullable({
    type: 'integer',
    description: 'Quarters from the period of the project to that of the card; negative is earlier.',
  }),
  matchedOn: described(nullable(matchedOn), 'Place, period and project type of the rate card.'),
  currency: text('Currency of the rates, that of the project.'),
  hours: described(perTime, 'Hours of one person per week.'),
  baseRates: described(nullable(perTime), 'Base wage; null for a rate entered by hand.'),
  burdenedRates: described(perTime, 'Wage with vacation, fringes, taxes and insurance.'),
  addOns: described(addOns, 'What the rate card adds to the burdened rate.'),
  allInRates: described(perTime, 'Burdened rate with what is added to it.'),
  manHours: number('Man-hours per week.'),
  cost: number('Cost per week, in the currency of the project, 2 decimals.'),
};

const perHour = (what: string) => number(`${what}, in the currency of the project per hour, 4 decimals.`);

const equipmentFigures = {
  rateSource: text('Where the rental comes from: tag or catalogue.'),
  rentalPerHour: perHour('Rental'),
  fuelPerHour: perHour('Fuel'),
  operatingCostPerHour: perHour('Lubricants, service and wear'),
  operatingRate: perHour('Rental, fuel and operating cost'),
  standbyRate: perHour('Part of the rental that is paid on standby'),
  machineHours: number('Machine-hours per week.'),
  cost: number('Cost per week, in the currency of the project, 2 decimals.'),
};

const whilePriced = (figures: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(figures).map(([key, schema]) => [key, nullable(schema)]));

export const crewLabourMember = named(
  'CrewLabourMember',
  object({
    ...labourFields,
    tradeId: responseSchema.id('Identifier of the trade.'),
    tradeName: text('Name of the trade.'),
    isActive: responseSchema.flag('Whether the trade is active.'),
    isSupervisory: responseSchema.flag('Whether the trade is supervisory.'),
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

export const pricedLabourMember = named(
  'PricedLabourMember',
  object({ ...labourFields, ...whilePriced(labourFigures) }),
);

export const pricedEquipmentMember = named(
  'PricedEquipmentMember',
  object({ ...equipmentFields, ...whilePriced(equipmentFigures) }),
);

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
