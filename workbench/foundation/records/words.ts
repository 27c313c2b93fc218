import { nameIn, useFormats, useMessages } from '@consulting/design/language';
import { currencyDecimals } from './currency-decimals';
import type { Field, RecordName } from './fields';

type Names = Readonly<Record<string, string>>;

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const sentence = (value: string) => value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ');

export function useRecordWords(record: RecordName) {
  const { projects, libraries } = useMessages();
  const formats = useFormats();
  const common: Names = projects.fields;
  const commonTitles: Names = projects.sections;
  const own: Readonly<Record<string, Names>> = libraries.fields;
  const titles: Readonly<Record<string, Names>> = libraries.sections;
  const labels: Names = { ...common, ...own[record] };
  const sections: Names = { ...commonTitles, ...titles[record] };
  const choices: Readonly<Record<string, Names>> = projects.choices;
  const others: Names = libraries.choices;
  const choice = ({ words = '', labels: known }: Pick<Field, 'words' | 'labels'>, value: string): string =>
    known?.[value] ?? choices[words]?.[value] ?? others[value] ?? sentence(value);
  // Money has the decimals of the currency of its record, and what is below them unless `isRounded`.
  const value = (field: Field, value: unknown, record: object = {}, isRounded = false): string | null => {
    if (isEmpty(value)) return null;
    if (field.kind === 'flag' || field.kind === 'yes') return value ? projects.form.yes : projects.form.no;
    if (field.kind === 'rows' && Array.isArray(value)) return formats.number(value.length);
    if (Array.isArray(value)) return value.map((one) => choice(field, String(one))).join(', ');
    if (typeof value === 'number' && field.kind === 'year') return String(value);
    if (typeof value === 'number' && field.isMoney) {
      const decimals = currencyDecimals(record);
      return formats.number(value, decimals, isRounded ? decimals : 6);
    }
    if (typeof value === 'number') return formats.number(value);
    const text = String(value);
    if (field.kind === 'date') return formats.date(text);
    if (field.kind === 'time') return formats.time(text);
    return field.kind === 'choice' ? choice(field, text) : text;
  };
  return {
    label: (name: string) => nameIn(labels, name),
    section: (title: string) => nameIn(sections, title),
    choice,
    value,
  };
}

export type RecordWords = ReturnType<typeof useRecordWords>;

export interface FieldInputProps {
  field: Field;
  inside?: string | undefined;
  words: RecordWords;
  value: unknown;
  onChange: (value: unknown) => void;
}
