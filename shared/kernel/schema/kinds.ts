import { Field, fault, INVALID, type Kind, type Reading } from './field';
import { decimalsOf, LongNumber, readNumber, significantDigitsMax, tooManyDigits } from './long-number';
import { choiceSchema } from './schema';
import { isStorable, notStorable } from './text';

const magnitudeMax = 1e12;
const decimalsMax = 6;
const textLengthMax = 500;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const emailPattern = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

interface TextRule {
  pattern?: RegExp;
  format?: string;
  expected?: string;
  change?: (text: string) => string;
}

const formatOf = ({ format }: TextRule) => (format === undefined ? undefined : { format });

function textKind(lengthMax: number, rule: TextRule = {}): Kind<string> {
  return {
    schema: { type: 'string', maxLength: lengthMax, ...(rule.format ? { format: rule.format } : {}) },
    read(value, at, reading) {
      if (typeof value !== 'string') return fault(reading, at, 'TYPE', 'must be text', { type: 'string' });
      const text = rule.change ? rule.change(value.trim()) : value.trim();
      if (text === '') return null;
      if (!isStorable(text)) {
        return fault(reading, at, 'INVALID_CHARACTER', notStorable);
      }
      if (text.length > lengthMax)
        return fault(reading, at, 'MAX_LENGTH', `must have at most ${lengthMax} characters`, {
          maxLength: lengthMax,
        });
      if (rule.pattern && !rule.pattern.test(text))
        return fault(reading, at, 'FORMAT', `must be ${rule.expected}`, formatOf(rule));
      return text;
    },
  };
}

const upper = (text: string) => text.toUpperCase();

/** Text is trimmed, and empty text is null (resources.md 1, rule 4). */
export const text = (lengthMax = textLengthMax) => new Field<string | null>(textKind(lengthMax));

export const singleSpaced = (lengthMax: number) =>
  new Field<string | null>(textKind(lengthMax, { change: (value) => value.replace(/\s+/g, ' ') }));

export const matching = (lengthMax: number, pattern: RegExp, expected: string) =>
  new Field<string | null>(textKind(lengthMax, { pattern, expected }));

export const email = () =>
  new Field<string | null>(
    textKind(120, { pattern: emailPattern, format: 'email', expected: 'an e-mail address' }),
  );

export const uuid = () =>
  new Field<string | null>(
    textKind(36, {
      pattern: uuidPattern,
      format: 'uuid',
      expected: 'a UUID',
      change: (value) => value.toLowerCase(),
    }),
  );

export const country = () =>
  new Field<string | null>(
    textKind(2, { pattern: countries, expected: 'an ISO 3166-1 alpha-2 country code', change: upper }),
  );

export const currency = () =>
  new Field<string | null>(
    textKind(3, { pattern: currencies, expected: 'an ISO 4217 currency code', change: upper }),
  );

export const isUuid = (value: string) => uuidPattern.test(value);

export function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value < '0001-01-01') return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

export const date = () =>
  new Field<string | null>({
    schema: { type: 'string', format: 'date' },
    read(value, at, reading) {
      if (typeof value !== 'string')
        return fault(reading, at, 'TYPE', 'must be a date as text, YYYY-MM-DD', { type: 'string' });
      const day = value.trim();
      if (day === '') return null;
      return isDate(day)
        ? day
        : fault(reading, at, 'FORMAT', 'must be a date, YYYY-MM-DD', { format: 'date' });
    },
  });

const timestampPattern =
  /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

const firstMoment = Date.parse('0001-01-01T00:00:00Z');
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z');

export function momentOf(text: string): Date | undefined {
  const moment = new Date(text);
  const isInRange = moment.getTime() >= firstMoment && moment.getTime() <= lastMoment;
  return isInRange && isDate(text.slice(0, 10)) ? moment : undefined;
}

export const timestamp = () =>
  new Field<Date | null>({
    schema: { type: 'string', format: 'date-time' },
    read(value, at, reading) {
      if (typeof value !== 'string')
        return fault(reading, at, 'TYPE', 'must be a time as text', { type: 'string' });
      const text = value.trim();
      if (text === '') return null;
      const moment = timestampPattern.test(text) ? momentOf(text) : undefined;
      return (
        moment ??
        fault(reading, at, 'FORMAT', 'must be a time such as 2027-06-30T12:00:00Z', { format: 'date-time' })
      );
    },
  });

export interface NumberBounds {
  min?: number;
  max?: number;
  above?: number;
  decimals?: number;
}

const exactDigitsEnd = 1e15;

const isShort = (value: number, scale: number) => {
  const parts = Math.round(value * scale);
  return Math.abs(parts) < exactDigitsEnd && parts / scale === value;
};

function outOfBounds(value: number, bounds: NumberBounds, at: string, reading: Reading): boolean {
  if (bounds.min !== undefined && value < bounds.min)
    fault(reading, at, 'MIN', `must be at least ${bounds.min}`, { min: bounds.min });
  else if (bounds.above !== undefined && value <= bounds.above) {
    fault(reading, at, 'MIN', `must be greater than ${bounds.above}`, { above: bounds.above });
  } else if (bounds.max !== undefined && value > bounds.max)
    fault(reading, at, 'MAX', `must be at most ${bounds.max}`, { max: bounds.max });
  else if (Math.abs(value) >= magnitudeMax)
    fault(reading, at, 'MAX', 'must be below 10^12 in size', { below: magnitudeMax });
  else return false;
  return true;
}

const bounded = (bounds: NumberBounds) => ({
  ...(bounds.min === undefined ? {} : { minimum: bounds.min }),
  ...(bounds.max === undefined ? {} : { maximum: bounds.max }),
  ...(bounds.above === undefined ? {} : { exclusiveMinimum: bounds.above }),
});

const numberFromText = (value: string) => (/^-?\d+(\.\d+)?$/.test(value) ? readNumber(value) : value);

export const notNumber = (
  value: unknown,
  at: string,
  reading: Reading,
  type: 'number' | 'integer' = 'number',
): typeof INVALID =>
  value instanceof LongNumber
    ? fault(reading, at, 'FORMAT', tooManyDigits, { significantDigits: significantDigitsMax })
    : fault(reading, at, 'TYPE', type === 'integer' ? 'must be a whole number' : 'must be a number', {
        type,
      });

/** A number has at most six decimals (or `decimals`) and is below 10^12 in size (resources.md 1, rule 17). */
export const number = (bounds: NumberBounds = {}) =>
  new Field<number | null>({
    schema: { type: 'number', ...bounded(bounds) },
    fromText: numberFromText,
    read(value, at, reading) {
      if (typeof value !== 'number' || !Number.isFinite(value)) return notNumber(value, at, reading);
      if (outOfBounds(value, bounds, at, reading)) return INVALID;
      const decimals = bounds.decimals ?? decimalsMax;
      if (!isShort(value, 10 ** decimals) && decimalsOf(value) > decimals)
        return fault(reading, at, 'FORMAT', `must have at most ${decimals} decimals`, { decimals });
      return value;
    },
  });

export const integer = (bounds: NumberBounds = {}) =>
  new Field<number | null>({
    schema: { type: 'integer', ...bounded(bounds) },
    fromText: numberFromText,
    read(value, at, reading) {
      if (!Number.isInteger(value)) return notNumber(value, at, reading, 'integer');
      return outOfBounds(value as number, bounds, at, reading) ? INVALID : (value as number);
    },
  });

export const boolean = () =>
  new Field<boolean | null>({
    schema: { type: 'boolean' },
    fromText: (value) => (value === 'true' ? true : value === 'false' ? false : value),
    read: (value, at, reading) =>
      typeof value === 'boolean'
        ? value
        : fault(reading, at, 'TYPE', 'must be true or false', { type: 'boolean' }),
  });

export const choice = <const V extends string>(values: readonly V[], name?: string) =>
  new Field<V | null>({
    schema: choiceSchema(values, name),
    read(value, at, reading) {
      if (value === '') return null;
      const found = values.find((candidate) => candidate === value);
      return found ?? fault(reading, at, 'ENUM', `must be one of ${values.join(', ')}`, { allowed: values });
    },
  });

const listed = (codes: string) => new RegExp(`^(?:${codes.trim().split(/\s+/).join('|')})$`);

const countries = listed(`
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT
MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`);

const currencies = listed(`
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD
HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL
MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON
RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX
USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF XSU XUA YER ZAR ZMW ZWG`);
