import { type Discipline, ExactSum, type Field, isNumeric, positionOf } from '@consulting/mto-engine';
import { columnLetters } from '@consulting/spreadsheet/table/cell';
import { type ColumnTarget, noPosition } from '../rows/column-target';
import type { LineReader } from '../rows/line-reader';
import type { SheetSurvey } from '../survey/sheet-survey';

const centPlaces = 2;

const setByCrew = ['crewSize', 'labourRate', 'equipmentRate'];

export interface Figure {
  column: NumberColumn;
  target: ColumnTarget | null;
  storedAt: number | null;
}

export interface NumberColumn {
  index: number;
  letters: string;
  header: string;
  field: Field | null;
  isKnown: boolean;
  // The key of the text field that the column is read as.
  textKey: string | null;
  decimals: number;
  inFile: ExactSum;
  stored: ExactSum;
  failed: ExactSum;
  // What stood above each total, since the next one may sum the rest.
  starts: ExactSum[];
  // The totals below its last value.
  trailing: ExactSum[];
  // What its figures are multiplied by for the currency of the project.
  rate: string | null;
  amount: number | null;
}

export interface ReconciledSheet {
  survey: SheetSurvey;
  columns: NumberColumn[];
  figures: Map<Discipline, Figure[]>;
  width: number;
  totalCost: ExactSum;
}

export const columnsInDoubt = ({ header, disciplines }: SheetSurvey): number => {
  const read = new Set(
    [...disciplines.values()].flatMap(({ fields }) => fields.map(({ column }) => column.index)),
  );
  return header.columns.filter(({ index }) => !read.has(index)).length + header.unnamed.length;
};

export const isOfNumbers = (
  { figures }: SheetSurvey,
  { index, isKnown }: Pick<NumberColumn, 'index' | 'isKnown'>,
) => isKnown || figures.numbers(index) > 0;

export const isMostlyNumbers = (survey: SheetSurvey, { index, isKnown, textKey }: NumberColumn) =>
  isKnown ||
  (textKey === null &&
    survey.figures.numbers(index) > 0 &&
    survey.figures.numbers(index) * 2 >= survey.figures.filled(index));

export function reconciledSheet(
  survey: SheetSurvey,
  readers: ReadonlyMap<Discipline, LineReader>,
  isSurveyed: boolean,
): ReconciledSheet {
  const ofDiscipline = new Map<Discipline, Map<number, { field: Field; target: ColumnTarget | null }>>();
  for (const [discipline, reader] of readers) {
    const known = new Map<number, { field: Field; target: ColumnTarget | null }>();
    for (const [index, { field }] of survey.disciplines.get(discipline)?.leftOut ?? [])
      if (field !== null && isNumeric(field)) known.set(index, { field, target: null });
    for (const target of reader.targets)
      if (isNumeric(target.reader.field)) known.set(target.index, { field: target.reader.field, target });
    ofDiscipline.set(discipline, known);
  }
  const main = survey.mainDiscipline;
  const ofMain = main === null ? undefined : ofDiscipline.get(main);
  const { header } = survey;
  const all = [...header.columns, ...(isSurveyed ? survey.unnamed : header.unnamed)];
  const columns = all
    .sort((one, other) => one.index - other.index)
    .flatMap((one): NumberColumn[] => {
      const { index } = one;
      const isKnown = [...ofDiscipline.values()].some((known) => known.has(index));
      if (isSurveyed && !isOfNumbers(survey, { index, isKnown })) return [];
      const field =
        ofMain?.get(index)?.field ??
        [...ofDiscipline.values()].find((known) => known.has(index))?.get(index)?.field ??
        null;
      const decimals = field?.unit === 'currency' ? centPlaces : 0;
      const textKey = isKnown ? null : textKeyOf(readers, index);
      const rate = ofMain?.get(index)?.target?.reader.reading.rate ?? null;
      return [{ ...one, field, isKnown, textKey, decimals, ...noSums(), rate }];
    });
  const figures = [...ofDiscipline].map(([discipline, known]) => {
    const ofColumns = columns.map((column): Figure => {
      const { field = null, target = null } = known.get(column.index) ?? {};
      return { column, target, storedAt: field === null ? null : storedPosition(discipline, field, target) };
    });
    return [discipline, ofColumns] as const;
  });
  const width = isSurveyed ? Number.POSITIVE_INFINITY : header.width;
  return { survey, columns, figures: new Map(figures), width, totalCost: new ExactSum() };
}

export function widen(sheet: ReconciledSheet, width: number): void {
  for (let index = sheet.width; index < width; index++) {
    const letters = columnLetters(index);
    const unread = { header: '', field: null, isKnown: false, textKey: null, decimals: 0 };
    const column: NumberColumn = { index, letters, ...unread, ...noSums() };
    sheet.columns.push(column);
    for (const figures of sheet.figures.values()) figures.push({ column, target: null, storedAt: null });
  }
  sheet.width = Math.max(width, sheet.width);
}

const noSums = () => ({
  inFile: new ExactSum(),
  stored: new ExactSum(),
  failed: new ExactSum(),
  starts: [],
  trailing: [],
  rate: null,
  amount: null,
});

function textKeyOf(readers: ReadonlyMap<Discipline, LineReader>, index: number): string | null {
  for (const { targets } of readers.values()) {
    const target = targets.find((one) => one.index === index);
    if (target !== undefined) return target.reader.field.key;
  }
  return null;
}

function storedPosition(discipline: Discipline, field: Field, target: ColumnTarget | null): number | null {
  const isOwn = target !== null && target.position !== noPosition && !setByCrew.includes(field.key);
  return isOwn ? null : positionOf(discipline, field.key);
}
