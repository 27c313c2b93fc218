import { fieldsOf, readEnum } from '@consulting/mto-engine';
import { type Candidate, candidate, type SheetContext } from './candidate';
import type { ColumnValues } from './column-values';
import { isProposable } from './header-likeness';
import type { ColumnFacts } from './sheet-facts';
import { enumShare } from './value-fit';

const countMin = 3;
const almostAll = 0.9;
const enumLettersMin = 4;
const distinctMax = 40;
const datesMax = 3;

const directions: readonly (readonly [string, string])[] = [
  ['from', 'to'],
  ['von', 'nach'],
  ['von', 'bis'],
  ['da', 'a'],
  ['de', 'a'],
  ['de', 'para'],
  ['de', 'vers'],
  ['desde', 'hasta'],
];

const valueForms: readonly { keys: readonly string[]; what: string; is: RegExp }[] = [
  { keys: ['nominalDiameter'], what: 'nominal diameters', is: /^DN ?\d/i },
  { keys: ['lineNumber'], what: 'line numbers', is: /^[\d/ ]{1,8}"-\S/ },
  {
    keys: ['materialGrade', 'steelGrade', 'materialOfConstruction'],
    what: 'grades of material',
    is: /^(?:ASTM\b|ASME SA|API 5L|SA-?\d|A-?\d{2,3}\b|S\d{3}\w{0,4}$|P\d{3}GH|1\.\d{4}$|(?:TP|F|WP)?3\d{2}L?$|\d{2}Mo\d|13CrMo)/i,
  },
  {
    keys: ['sectionProfile'],
    what: 'steel sections',
    is: /^(?:HE[ABM]?|IPE|UPN|UPE|IPN|UB|UC|PFC|RSA|SHS|RHS|CHS|HSS|W|L|C|MC|WT|PL|RO|HD) ?-?\d/i,
  },
  { keys: ['colour'], what: 'colours', is: /^RAL ?\d{4}/i },
  {
    keys: ['pressureRating', 'connectionRating'],
    what: 'pressure classes',
    is: /^(?:(?:CL\.?|CLASS|ANSI|ASME|#) ?(?:CL\.? ?)?\d{3,4}#?|\d{3,4} ?(?:#|LBS?\.?)|PN ?\d{1,3}|[36]000|9000)$/i,
  },
  {
    keys: ['pipeSchedule'],
    what: 'schedules of pipe',
    is: /^(?:S-|SCH\.? ?)(?:\d{1,3}S?|STD|XS|XXS)$|^(?:STD|XS|XXS|\d{1,2}S)$/i,
  },
];
const formShare = 0.8;

export function candidatesByValues(
  column: ColumnFacts,
  values: ColumnValues,
  context: SheetContext,
): Candidate[] {
  const { discipline } = context;
  if (values.count < countMin) return [];
  const found: Candidate[] = [];
  const say = (key: string, confidence: number, why: string) =>
    found.push(...candidate(discipline, key, confidence, why));
  const of = (share: number, what: string) =>
    `${Math.round(share * values.count)} of ${values.count} values are ${what}`;
  if (values.unitShare >= almostAll && values.numberShare === 0)
    say('unitOfMeasure', 0.7, of(values.unitShare, 'units of measure'));
  if (values.wordyShare >= 0.5 && values.averageLength >= 12)
    say(
      'description',
      Math.min(0.6, 0.3 + values.averageLength / 100),
      of(values.wordyShare, 'texts of several words'),
    );
  if (values.inchShare >= 0.8) say('nominalPipeSize', 0.6, of(values.inchShare, 'sizes in inches'));
  for (const { keys, what, is } of valueForms) {
    const share = values.texts.filter((text) => is.test(text)).length / values.count;
    if (share >= formShare) for (const key of keys) say(key, 0.62, of(share, what));
  }
  if (values.dateShare >= almostAll)
    for (const { key } of fieldsOf(discipline)
      .filter(({ type }) => type === 'date')
      .slice(0, datesMax))
      say(key, 0.5, of(values.dateShare, 'dates'));
  if (values.rises) say('itemNumber', 0.45, 'its values count up by one');
  found.push(...byDirection(column, values, context), ...byLists(values, context));
  return found;
}

function byDirection(
  column: ColumnFacts,
  values: ColumnValues,
  { shortHeaders, discipline }: SheetContext,
): Candidate[] {
  if (values.numberShare > 0.5) return [];
  const own = column.header.trim().toLowerCase();
  const pair = directions.find(
    ([from, to]) => (own === from && shortHeaders.has(to)) || (own === to && shortHeaders.has(from)),
  );
  if (pair === undefined) return [];
  const label = own === pair[0] ? 'From' : 'To';
  const field = fieldsOf(discipline).find((one) => one.label === label);
  return field === undefined
    ? []
    : candidate(discipline, field.key, 0.88, `headers ${pair[0]} and ${pair[1]} are a pair`);
}

function byLists(values: ColumnValues, { discipline }: SheetContext): Candidate[] {
  const { distinct, averageLength, numberShare } = values;
  if (distinct.size < 2 || distinct.size > distinctMax || averageLength < enumLettersMin || numberShare > 0)
    return [];
  const looked = [...distinct].slice(0, 3);
  return fieldsOf(discipline)
    .filter((field) => field.type === 'enum' && isProposable(field))
    .flatMap((field) => {
      if (!looked.some((text) => readEnum(field, text) !== undefined)) return [];
      const share = enumShare(field, values);
      if (share < almostAll) return [];
      const why = `${Math.round(share * values.count)} of ${values.count} values are of the list of ${field.label}`;
      return candidate(discipline, field.key, 0.6, why);
    });
}
