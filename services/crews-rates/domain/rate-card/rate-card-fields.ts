import {
  boolean,
  choice,
  country,
  currency,
  date,
  Field,
  integer,
  number,
  ordered,
  paging,
  QueryInput,
  RecordInput,
  singleSpaced,
  sortOf,
  text,
} from '@consulting/kernel/schema';
import { quarters } from '../../rates/card';
import { rateCardSorting } from '../../store/rate-card';

const decimals = 4;
const perHour = () => number({ min: 0, decimals }).default(0).describe('Currency per hour.');
const percent = () => number({ min: 0, max: 100, decimals }).default(0);
const percentOfGross = () => percent().describe('Percent of gross pay, effective annual.');
const percentOfBurdened = () => percent().describe('Percent of the burdened rate.');
const multiplier = () => number({ min: 1, max: 5, decimals });
const hours = (max: number) => number({ min: 0, max, decimals });
const dayRule = () => choice(['normal', 'overtime', 'double'], 'DayRule').default('normal');

export const rateCardInput = new RecordInput(
  {
    tradeCode: singleSpaced(20)
      .required()
      .describe('Code of the trade; with laborDesignation an existing trade.'),
    laborDesignation: singleSpaced(60)
      .required()
      .describe('Labour designation, for example Foreman, Journeyman, Apprentice or Helper.'),
    country: country().required().describe('Country of the rate, ISO 3166-1 alpha-2.'),
    region: singleSpaced(80).describe(
      'Region above the province, for example Gulf Coast; null is the whole country.',
    ),
    province: singleSpaced(80).describe('Province or state; null is the whole region.'),
    year: integer({ min: 1990, max: 2100 }).required().describe('Year of the rate.'),
    quarter: choice(quarters, 'Quarter').required().describe('Quarter of the rate.'),
    projectType: singleSpaced(60).describe('Project type; null is any project type.'),
    currency: currency().required().describe('Currency of all money fields of the card, ISO 4217.'),
    baseWage: number({ above: 0, decimals })
      .required()
      .describe('Straight-time base wage, in the currency of the card per hour.'),
    shiftPremiumPerHour: perHour().describe(
      'Premium for night or special shift, in the currency of the card per hour; not multiplied in overtime.',
    ),
    overtimeMultiplier: multiplier().default(1.5).describe('Multiplier of the base wage in overtime.'),
    doubleTimeMultiplier: multiplier().default(2).describe('Multiplier of the base wage in double time.'),
    dailyStraightTimeLimit: hours(24).describe('Hours per day paid at straight time; null is no daily rule.'),
    weeklyStraightTimeLimit: hours(168)
      .defaultWhenAbsent(40)
      .describe('Hours per week paid at straight time; null is no weekly rule.'),
    dailyDoubleTimeAfter: hours(24).describe(
      'Hours per day after which double time is paid; null is no such rule.',
    ),
    sixthDayRule: dayRule().describe('How the sixth working day is paid.'),
    seventhDayRule: dayRule().describe('How the seventh working day is paid.'),
    hoursPerShift: number({ min: 1, max: 16, decimals })
      .default(10)
      .describe('Hours per day of the week for which the card shows its rates.'),
    daysPerWeek: integer({ min: 1, max: 7 })
      .default(5)
      .describe('Days of the week for which the card shows its rates.'),
    vacationHolidayPercent: percent().describe('Vacation and statutory holiday pay in percent of the wage.'),
    fringeBasis: choice(['hours-worked', 'hours-paid'], 'FringeBasis')
      .default('hours-worked')
      .describe('Whether fringe benefits are due per hour worked or per hour paid.'),
    healthWelfarePerHour: perHour().describe(
      'Health and welfare fund, medical insurance, in the currency of the card per hour.',
    ),
    pensionPerHour: perHour().describe(
      'Pension or savings contribution, in the currency of the card per hour.',
    ),
    trainingFundPerHour: perHour().describe('Training fund, in the currency of the card per hour.'),
    industryFundPerHour: perHour().describe(
      'Industry promotion and similar funds, in the currency of the card per hour.',
    ),
    otherFringePerHour: perHour().describe(
      'Other benefits, residence and work permit fees, in the currency of the card per hour.',
    ),
    socialSecurityPercent: percentOfGross().describe(
      "Employer's social security (FICA, CPP, GOSI) in percent of gross pay, effective annual.",
    ),
    unemploymentInsurancePercent: percentOfGross().describe(
      "Employer's unemployment insurance (FUTA and SUTA, EI, SANED) in percent of gross pay, effective annual.",
    ),
    employerHealthTaxPercent: percentOfGross().describe(
      'Employer health tax in percent of gross pay, effective annual.',
    ),
    otherPayrollTaxPercent: percentOfGross().describe(
      'Other payroll taxes in percent of gross pay, effective annual.',
    ),
    workersCompPercent: percent().describe(
      "Workers' compensation premium after experience rating, in percent of workersCompBasis.",
    ),
    workersCompBasis: choice(['gross', 'straight-time'], 'WorkersCompBasis')
      .default('gross')
      .describe('Premium on gross pay, or on straight-time pay for every hour.'),
    generalLiabilityPercent: percentOfGross().describe(
      'General liability insurance in percent of gross pay.',
    ),
    perDiemPerDay: number({ min: 0, decimals })
      .default(0)
      .describe('Subsistence or living-out allowance, in the currency of the card per day.'),
    perDiemBasis: choice(['worked-day', 'calendar-day'], 'PerDiemBasis')
      .default('worked-day')
      .describe('Days of a week for which the allowance is paid.'),
    smallToolsPercent: percentOfBurdened().describe('Small tools in percent of the burdened rate.'),
    consumablesPercent: percentOfBurdened().describe(
      'Consumables such as gas, rod and discs in percent of the burdened rate.',
    ),
    ppePerHour: perHour().describe('Personal protective equipment, in the currency of the card per hour.'),
    unionStatus: choice(['union', 'open-shop', 'direct-hire', 'labour-supply'], 'UnionStatus').describe(
      'Employment regime, for information.',
    ),
    agreementReference: text(120).describe('Collective agreement or wage decision.'),
    source: text(200).describe('Where the rate comes from.'),
    effectiveFrom: date().describe('First day on which the rate holds, for information.'),
    effectiveTo: date().describe('Last day on which the rate holds, for information.'),
    isActive: boolean().default(true).describe('An inactive card is never matched.'),
    remarks: text(2000).describe('Remarks.'),
  },
  {
    name: 'RateCard',
    server: [
      'memberId',
      'rates',
      'straightTimeRate',
      'overtimeRate',
      'doubleTimeRate',
      'weeklyHours',
      'compositeRate',
    ],
    rules: (card, report) =>
      ordered(report, card.effectiveFrom, card.effectiveTo, 'effectiveTo', 'effectiveFrom'),
  },
);

function quarterOfAnyCase() {
  const { kind, options } = choice(quarters);
  const read: typeof kind.read = (value, at, reading) =>
    kind.read(typeof value === 'string' ? value.toUpperCase() : value, at, reading);
  return new Field<(typeof quarters)[number] | null>(
    { ...kind, schema: { type: 'string', pattern: '^[Qq][1-4]$' }, read },
    options,
  );
}

export const rateCardQuery = new QueryInput({
  search: text(200).describe('Matches trade code, labour designation, trade name, region and province.'),
  tradeCode: singleSpaced(20).describe('Only rate cards of this trade, case ignored.'),
  laborDesignation: singleSpaced(60).describe('Only rate cards of this labour designation, case ignored.'),
  country: singleSpaced(80).describe('Only rate cards of this country, ISO 3166-1 alpha-2.'),
  region: singleSpaced(80).describe('Only rate cards of this region, case ignored.'),
  province: singleSpaced(80).describe('Only rate cards of this province, case ignored.'),
  year: integer({ min: 0, max: 9999 }).describe('Only rate cards of this year.'),
  quarter: quarterOfAnyCase().describe('Only rate cards of this quarter, Q1 to Q4.'),
  projectType: singleSpaced(60).describe('Only rate cards of this project type, case ignored.'),
  ...paging,
  sort: sortOf(rateCardSorting, rateCardInput.fields),
});
