import { exampled } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import {
  importedExample,
  importedRows,
  record,
  responseSchema,
  rowMessages,
} from '@consulting/kernel/http/answer';
import { rateCardInput } from '../../domain/rate-card/rate-card-fields';
import { rateCard } from '../examples/rate-card';
import { perTimeType } from './rates';

const { object, number } = responseSchema;
const perHour = (description: string) =>
  number(`${description}, in the currency of the card per hour, 4 decimals.`);

const rateLines = object({
  wage: perHour('Wage'),
  vacationHoliday: perHour('Vacation and holidays'),
  gross: perHour('Gross pay'),
  fringe: perHour('Fringe benefits'),
  payrollTax: perHour('Payroll taxes'),
  workersComp: perHour("Workers' compensation"),
  liability: perHour('General liability'),
  burdened: perHour('Burdened rate'),
  perDiem: perHour('Per diem'),
  smallTools: perHour('Small tools'),
  consumables: perHour('Consumables'),
  ppe: perHour('Personal protective equipment'),
  allIn: perHour('All-in rate'),
});

export const rateCardAnswer = exampled(
  named(
    'RateCard',
    record({
      memberId: responseSchema.id('Same as id.'),
      ...rateCardInput.fields,
      rates: responseSchema.described(
        perTimeType(named('RateLines', rateLines)),
        'Build-up of the hourly rates in the reference week.',
      ),
      straightTimeRate: perHour('All-in rate of straight time'),
      overtimeRate: perHour('All-in rate of overtime'),
      doubleTimeRate: perHour('All-in rate of double time'),
      weeklyHours: responseSchema.described(
        perTimeType(number('Hours per week.')),
        'Hours of the reference week.',
      ),
      compositeRate: perHour('All-in rate weighted with the hours of the reference week'),
    }),
  ),
  rateCard,
);

export const rateCardImportResult = exampled(
  named(
    'RateCardImportResult',
    object({
      ...importedRows,
      warnings: rowMessages('Rows that were stored, and what should be looked at.'),
    }),
  ),
  importedExample,
);
