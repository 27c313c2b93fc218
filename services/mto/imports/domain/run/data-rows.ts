import type { ImportParameters } from '@consulting/mto-engine';
import type { Row } from '@consulting/spreadsheet/table/cell';
import type { TableFile } from '@consulting/spreadsheet/table/table-file';
import { sheetRows } from '../survey/sheet-rows';
import type { DataRow, SheetSurvey } from '../survey/sheet-survey';

interface DataGroup {
  rows: DataRow[];
  total: Row | null;
}

export class DataRows {
  #heading = '';

  constructor(
    private readonly survey: SheetSurvey,
    private readonly parameters: Pick<ImportParameters, 'headings'>,
  ) {}

  *groups(batch: readonly Row[]): Generator<DataGroup> {
    const { survey } = this;
    let rows: DataRow[] = [];
    for (const row of batch) {
      if (survey.isData(row)) rows.push(Object.assign(row, { heading: this.#heading }));
      else if (this.parameters.headings !== 'skip') this.#heading = survey.headingOf(row) ?? this.#heading;
      if (!survey.leftOut.totalRows.has(row.number)) continue;
      yield { rows, total: row };
      rows = [];
    }
    yield { rows, total: null };
  }
}

export async function* readDataRows(
  file: TableFile,
  survey: SheetSurvey,
  rows: DataRows,
  isWanted: () => void,
): AsyncGenerator<DataRow[]> {
  for await (const batch of sheetRows(file, survey)) {
    isWanted();
    for (const group of rows.groups(batch)) yield group.rows;
  }
}
