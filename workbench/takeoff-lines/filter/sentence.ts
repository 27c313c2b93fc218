import type { Formats, Messages } from '@consulting/design/language';
import {
  type Condition,
  type Criteria,
  type FilterValue,
  isGroup,
  type Operator,
  valuesOf,
} from './criteria';
import type { FilterField } from './filter-fields';

export interface Speech {
  words: Messages['takeoffTools']['filter'];
  formats: Formats;
  locale: string;
}

const isOfDays = ({ type }: FilterField): boolean => type === 'date' || type === 'time';

export function operatorWords(
  field: FilterField | undefined,
  operator: Operator,
  { operators, dayOperators }: Speech['words'],
): string {
  const ofDays: Partial<Record<Operator, string>> = field && isOfDays(field) ? dayOperators : {};
  return ofDays[operator] ?? operators[operator];
}

export function valueWords(
  field: FilterField | undefined,
  value: FilterValue,
  { words, formats }: Speech,
): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return formats.number(value);
  if (field && isOfDays(field)) return formats.date(`${value.slice(0, 10)}T12:00:00Z`);
  return field?.enum?.find((choice) => choice.value === value)?.label ?? value;
}

export function sentenceOf(criteria: Criteria, fields: readonly FilterField[], speech: Speech): string {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const say = (member: Condition | Criteria): string => {
    if (!isGroup(member)) return conditionWords(member, byKey.get(member.field), speech);
    const joint = member.logicalOperator === 'OR' ? speech.words.or : speech.words.and;
    return member.conditions
      .map((inner) => (isGroup(inner) && inner.conditions.length > 1 ? `(${say(inner)})` : say(inner)))
      .join(` ${joint} `);
  };
  return say(criteria);
}

function conditionWords(condition: Condition, field: FilterField | undefined, speech: Speech): string {
  const { operator } = condition;
  const values = valuesOf(condition).map((value) => valueWords(field, value, speech));
  const joined = new Intl.ListFormat(speech.locale, {
    type: operator === 'between' ? 'conjunction' : 'disjunction',
  }).format(values);
  const words = operatorWords(field, operator, speech.words);
  return [field?.label ?? condition.field, words, joined].filter((part) => part !== '').join(' ');
}
