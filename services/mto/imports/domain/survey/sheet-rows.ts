import type { Row } from '@consulting/spreadsheet/table/cell';
import type { TableFile } from '@consulting/spreadsheet/table/table-file';
import type { SheetSurvey } from './sheet-survey';

// In delimited text a cell beyond the last header is a mistake of its row, in a workbook a note next to the table.
export async function* sheetRows(file: TableFile, survey: SheetSurvey): AsyncGenerator<Row[]> {
  const { sheet, header } = survey;
  if (file.isDelimited && header.rowNumber > 0) return yield* file.rows(sheet, header.width);
  for await (const rows of file.rows(sheet)) {
    for (const row of rows)
      if (row.beyond !== undefined) {
        survey.farColumns.add(row.beyond.column);
        delete row.beyond;
      }
    yield rows;
  }
}
