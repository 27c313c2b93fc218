import { fault, type Reading } from '@consulting/kernel/schema';
import {
  type Discipline,
  enumLabel,
  type Field,
  fieldsNamed,
  findField,
  type HeadersByKey,
  headersBySource,
  isDiscipline,
  unitsWithoutHeaderSuffix,
} from '@consulting/mto-engine';
import { checkKeys, type ExportValue, totalKeys } from '@consulting/mto-lines';
import { formatOf } from '../export/columns';
import { wordFor } from './cover';
import { type Language, titles } from './language/language';
import type { Figures, ReportColumn, ReportValue } from './model/report';
import { usualColumns } from './model/usual-columns';

const identifiers = new Set(['mtoId', 'projectId', 'serviceId', 'subcontractorId']);

const proseLengthMin = 255;

export function checkReportColumns(columns: readonly string[], at: string, reading: Reading): void {
  checkKeys(columns, ['mtoId'], at, null, reading);
  for (const key of columns)
    if (identifiers.has(key))
      fault(reading, at, 'FORMAT', `${key} is an identifier, which a report does not have`);
}

export function reportFields(
  chosen: readonly string[] | null,
  used: ReadonlySet<string>,
  among: readonly Discipline[],
): Field[] {
  return (chosen ?? usualColumns).flatMap((key) => {
    const own = among.map((discipline) => findField(discipline, key)).find((field) => field !== undefined);
    const field = own ?? fieldsNamed(key)[0];
    return field && used.has(key) ? [field] : [];
  });
}

export const reportColumns = (
  fields: readonly Field[],
  { totals, currency, language, among }: ColumnsOf,
): ReportColumn[] =>
  fields.map((field) => {
    const total = totalKeys.find((key) => key === field.key);
    return {
      key: field.key,
      header: headerOf(field, language, among, currency),
      format: formatOf(field),
      isProse: field.key === 'description' || (field.maxLength ?? 0) > proseLengthMin,
      total: total && totals ? totals[total] : null,
    };
  });

interface ColumnsOf {
  totals: Figures | null;
  currency: string;
  language: Language;
  among: readonly Discipline[];
}

function headerOf(field: Field, language: Language, among: readonly Discipline[], currency: string): string {
  const label = labelOf(field, language, among);
  const { unit } = field;
  if (unit === undefined || unit === 'currency' || unit === 'h' || unitsWithoutHeaderSuffix.includes(unit))
    return label;
  return `${label} (${unit.startsWith('currency') ? unit.replace('currency', currency) : unit})`;
}

const headers: Readonly<Record<Exclude<Language, 'en'>, HeadersByKey>> = {
  fr: headersBySource.french,
  de: headersBySource.german,
  es: headersBySource.spanish,
};

function labelOf({ key, label }: Field, language: Language, among: readonly Discipline[]): string {
  const { fields } = titles[language];
  const usual = usualColumns.find((one) => one === key);
  if (usual) return fields[usual];
  if (language === 'en') return label;
  const known = headers[language];
  const own = among.flatMap((discipline) => known[discipline]?.[key] ?? []);
  return known.common?.[key]?.[0] ?? own[0] ?? label;
}

export async function* reportRows(
  fields: readonly Field[],
  batches: AsyncIterable<ExportValue[][]>,
  language: Language,
): AsyncGenerator<ReportValue[][]> {
  const { disciplines } = titles[language];
  const words = new Map<string, string>();
  const word = (value: string): string => {
    const known = words.get(value);
    if (known !== undefined) return known;
    const label = isDiscipline(value) ? wordFor(disciplines, value) : enumLabel(value);
    words.set(value, label);
    return label;
  };
  const isChoice = fields.map(({ type }) => type === 'enum');
  for await (const rows of batches)
    yield rows.map((row) =>
      isChoice.map((isOne, at) => {
        const value = row[at + 1] ?? null;
        return isOne && typeof value === 'string' ? word(value) : value;
      }),
    );
}
