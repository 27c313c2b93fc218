import type { Row } from '@consulting/spreadsheet/table/cell';
import type { DataRow, SheetSurvey } from '../survey/sheet-survey';

interface DataGroup {
  rows: DataRow[];
  total: Row | null;
}

export class DataRows {
  #heading = '';

  constructor(
    private readonly survey: SheetSurvey,
    private readonly fillsHeadings: boolean,
  ) {}

  *groups(batch: readonly Row[]): Generator<DataGroup> {
    const { survey } = this;
    let rows: DataRow[] = [];
    for (const row of batch) {
      if (survey.isData(row)) rows.push(Object.assign(row, { heading: this.#heading }));
      else if (this.fillsHeadings) this.#heading = survey.headingOf(row) ?? this.#heading;
      if (!survey.totalRows.has(row.number)) continue;
      yield { rows, total: row };
      rows = [];
    }
    yield { rows, total: null };
  }
}
