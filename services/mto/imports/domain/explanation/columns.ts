import { mappedKey, mappedName } from '@consulting/imports/mapping';
import { storable } from '@consulting/imports/store/copy-text';
import {
  type Discipline,
  type Field,
  type FieldProposal,
  normaliseHeader,
  parseHeader,
  type Recognition,
  type SurveyedColumn,
} from '@consulting/mto-engine';
import { idKey } from '../parameters/reading-parameters';
import { proposeFields, type SheetFacts } from '../proposal/field-proposals';
import { proposalsForWord } from '../proposal/word-proposals';
import { type ColumnContext, type DisciplineColumns, disciplineColumns } from '../sheet/columns';
import { inOrder, type SheetColumn } from '../sheet/header-row';
import type { SheetSurvey } from '../survey/sheet-survey';

const headerLengthMax = 200;

interface Meaning {
  field: string | null;
  unit: string | null;
}

export function meaningsOf(
  { fields, idColumn, leftOut, problems }: DisciplineColumns,
  survey: SheetSurvey,
  currency: string,
): ReadonlyMap<number, Meaning> {
  const meanings = new Map<number, Meaning>();
  const report = (index: number, field: string | null, unit: string | null = null) =>
    meanings.set(index, { field, unit });
  for (const [index, { field }] of leftOut) if (field !== null) report(index, field.key);
  for (const { field, columns } of problems) for (const { index } of columns) report(index, field);
  for (const { column, field, isUs } of fields)
    report(column.index, field.key, unitOf(field, isUs, currency));
  if (idColumn !== null) report(idColumn.index, idKey);
  if (survey.disciplineColumn >= 0) report(survey.disciplineColumn, 'discipline');
  return meanings;
}

const ofLine = 'uom';

function unitOf({ unit, unitUs }: Field, isUs: boolean, currency: string): string | null {
  const displayed = isUs ? unitUs : unit;
  return displayed === undefined || displayed === ofLine ? null : displayed.replace('currency', currency);
}

function recognitionOf(
  { sheet }: SheetSurvey,
  column: SheetColumn,
  field: Field | undefined,
  { parameters }: ColumnContext,
): Recognition {
  const name = mappedName(parameters.mapping, sheet.name, column);
  if (name !== undefined) return parameters.mappedByProfile.includes(name) ? 'profile' : 'mapping';
  const normal = normaliseHeader(column.header);
  if (field === undefined) return 'label';
  if (parseHeader(column.header).key !== undefined) return 'key';
  if (normal === normaliseHeader(field.label)) return 'label';
  return normal === normaliseHeader(field.key) ? 'key' : 'alias';
}

export const factsOf = (
  { sheet, header, unnamed, figures }: SheetSurvey,
  meanings: ReadonlyMap<number, Meaning>,
): SheetFacts => ({
  name: sheet.name,
  columns: [...header.columns, ...unnamed].map(({ index, letters, header: text }) => ({
    index,
    letters,
    header: text,
    filled: figures.filled(index),
    numbers: figures.numbers(index),
    isUnique: figures.unique.has(index),
  })),
  rows: figures.rows,
  recognised: new Map(
    [...meanings].flatMap(([index, { field }]) => (field === null ? [] : [[index, field] as const])),
  ),
});

const none: ReadonlyMap<number, FieldProposal[]> = new Map();

export function explainColumns(
  survey: SheetSurvey,
  discipline: Discipline,
  context: ColumnContext,
  hasProposals: boolean,
): SurveyedColumn[] {
  const columns = survey.disciplines.get(discipline) ?? disciplineColumns(survey, discipline, context);
  const meanings = meaningsOf(columns, survey, context.currency);
  const isMapped = (column: SheetColumn) =>
    mappedKey(context.parameters.mapping, survey.sheet.name, column) !== undefined;
  const mapped = new Set(survey.header.columns.filter(isMapped).map(({ index }) => index));
  const facts = { ...factsOf(survey, meanings), mapped };
  const proposed = hasProposals ? proposeFields(facts, discipline) : none;
  const fields = new Map(columns.fields.map(({ column, field }) => [column.index, field]));
  for (const [index, { field }] of columns.leftOut) if (field !== null) fields.set(index, field);
  const all = inOrder(survey.header.columns, survey.unnamed);
  return all.map((column) => {
    const { index, letters, header } = column;
    const { field = null, unit = null } = meanings.get(index) ?? {};
    const isKnown = field !== null || isMapped(column);
    return {
      column: letters,
      header: storable(header.slice(0, headerLengthMax)),
      field,
      how: isKnown ? recognitionOf(survey, column, fields.get(index), context) : 'none',
      unit,
      samples: survey.figures.samples(index).map(storable),
      filled: survey.figures.filled(index),
      invalid: survey.invalidIn(column, discipline),
      unknownWords: unknownWords(survey, letters, fields.get(index)),
      proposals: (proposed.get(index) ?? []).map((one) => ({ ...one, why: storable(one.why) })),
    };
  });
}

const unknownWords = ({ unknownWords }: SheetSurvey, letters: string, field: Field | undefined) =>
  unknownWords.in(letters).map(({ word, count }) => ({
    word: storable(word),
    count,
    proposals: field === undefined ? [] : proposalsForWord(field, word),
  }));
