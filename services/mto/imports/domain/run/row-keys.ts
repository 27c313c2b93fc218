import type { Discipline } from '@consulting/mto-engine';
import { LineReader } from '../rows/line-reader';
import type { ColumnContext } from '../sheet/columns';
import type { SheetSurvey } from '../survey/sheet-survey';
import { identityOf } from './row-identity';
import type { ReadRows } from './row-store';

export interface RowKeys {
  position: number;
  sheet: number;
  row: number;
  discipline: Discipline;
  /** One for each set of fields that was asked for. */
  keys: (string | null)[];
}

export async function* readKeys(
  readRows: ReadRows,
  surveys: readonly SheetSurvey[],
  context: ColumnContext,
  fieldSets: readonly (readonly string[])[],
): AsyncGenerator<RowKeys[]> {
  let position = 0;
  for (const [sheet, survey] of surveys.entries()) {
    const readers = new Map(
      [...survey.disciplines].map(([discipline, columns]) => [
        discipline,
        new LineReader(discipline, columns, survey.evidence, context),
      ]),
    );
    for await (const rows of readRows(survey)) {
      yield rows.flatMap((row, at): RowKeys[] => {
        const discipline = survey.disciplineOf(row.cells);
        const reader = discipline ? readers.get(discipline) : undefined;
        if (reader === undefined) return [];
        reader.read(row);
        if (row.heading !== '') reader.giveHeading(row.heading);
        reader.applyDefaults();
        const keys = fieldSets.map((fields) => identityOf(reader, fields));
        return [{ position: position + at, sheet, row: row.number, discipline: reader.discipline, keys }];
      });
      position += rows.length;
    }
  }
}
