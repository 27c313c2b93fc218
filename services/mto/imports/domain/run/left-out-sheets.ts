import { storable } from '@consulting/imports/store/copy-text';
import type { ImportReconciliation } from '@consulting/mto-engine';
import type { SheetFigures } from '../sheet/column-figures';
import { inOrder } from '../sheet/header-row';

const headerLengthMax = 200;

export function columnsOfLeftOut({
  sheet,
  header,
  unnamed,
  figures,
}: SheetFigures): ImportReconciliation['columns'] {
  return inOrder(header.columns, unnamed)
    .filter(({ index }) => figures.numbers(index) > 0)
    .map(({ index, letters, header: text }) => ({
      sheet: storable(sheet.name),
      column: letters,
      header: storable(text.slice(0, headerLengthMax)),
      field: null,
      inFile: figures.exactSum(index).text(),
      stored: null,
      failedRows: '0',
      difference: null,
      converted: 0,
    }));
}
