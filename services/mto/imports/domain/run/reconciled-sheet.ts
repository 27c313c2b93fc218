import { type Discipline, ExactSum, type Field, isNumeric, positionOf } from '@consulting/mto-engine';
import { type ColumnTarget, noPosition } from '../rows/column-target';
import type { LineReader } from '../rows/line-reader';
import type { SheetSurvey } from '../survey/sheet-survey';

const centPlaces = 2;

const setByCrew = ['crewSize', 'labourRate', 'equipmentRate'];

interface Figure {
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
  decimals: number;
  inFile: ExactSum;
  stored: ExactSum;
  failed: ExactSum;
  sinceTotal: ExactSum;
  amount: number | null;
}

export interface ReconciledSheet {
  survey: SheetSurvey;
  columns: NumberColumn[];
  figures: Map<Discipline, Figure[]>;
}

export const columnsInDoubt = ({ header, disciplines }: SheetSurvey): number => {
  const read = new Set(
    [...disciplines.values()].flatMap(({ fields }) => fields.map(({ column }) => column.index)),
  );
  return header.columns.filter(({ index }) => !read.has(index)).length + header.unnamed.length;
};

export const isFollowed = (
  { figures }: SheetSurvey,
  { index, isKnown }: Pick<NumberColumn, 'index' | 'isKnown'>,
) => isKnown || (figures.numbers(index) > 0 && figures.numbers(index) * 2 >= figures.filled(index));

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
  const all = [...header.columns, ...header.unnamed].sort((one, other) => one.index - other.index);
  const columns = all.flatMap(({ index, letters, header }): NumberColumn[] => {
    const isKnown = [...ofDiscipline.values()].some((known) => known.has(index));
    const isText = reads(readers, index) && !isKnown;
    if (isText || (isSurveyed && !isFollowed(survey, { index, isKnown }))) return [];
    const field =
      ofMain?.get(index)?.field ??
      [...ofDiscipline.values()].find((known) => known.has(index))?.get(index)?.field ??
      null;
    const decimals = field?.unit === 'currency' ? centPlaces : 0;
    return [{ index, letters, header, field, isKnown, decimals, ...noSums() }];
  });
  const figures = [...ofDiscipline].map(([discipline, known]) => {
    const ofColumns = columns.map((column): Figure => {
      const { field = null, target = null } = known.get(column.index) ?? {};
      return { column, target, storedAt: field === null ? null : storedPosition(discipline, field, target) };
    });
    return [discipline, ofColumns] as const;
  });
  return { survey, columns, figures: new Map(figures) };
}

const noSums = () => ({
  inFile: new ExactSum(),
  stored: new ExactSum(),
  failed: new ExactSum(),
  sinceTotal: new ExactSum(),
  amount: null,
});

const reads = (readers: ReadonlyMap<Discipline, LineReader>, index: number): boolean =>
  [...readers.values()].some(({ targets }) => targets.some((target) => target.index === index));

function storedPosition(discipline: Discipline, field: Field, target: ColumnTarget | null): number | null {
  const isOwn = target !== null && target.position !== noPosition && !setByCrew.includes(field.key);
  return isOwn ? null : positionOf(discipline, field.key);
}
