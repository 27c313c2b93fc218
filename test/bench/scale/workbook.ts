import type { CellOutput, ColumnOutput } from '@consulting/spreadsheet/output/write-output';
import { writeWorkbook } from '@consulting/spreadsheet/write-workbook';
import { type Random, seededRandom } from '../../chaos/random';
import { takeoffColumns, type WorkbookColumn } from '../import-columns';

const batchRows = 500;
const seed = 42;

/** A piping takeoff of the columns of the import benchmark, the same at each call. */
export async function takeoffWorkbook(rowCount: number): Promise<File> {
  const columns = takeoffColumns();
  const stream = writeWorkbook([
    { name: 'Piping', columns: columns.map(outputOf), rows: rowsOf(columns, rowCount) },
  ]);
  return new File([await new Response(stream).arrayBuffer()], 'takeoff.xlsx');
}

const outputOf = ({ header, kind }: WorkbookColumn): ColumnOutput => ({
  header,
  format: kind === 'date' ? 'date' : 'general',
});

async function* rowsOf(columns: readonly WorkbookColumn[], rowCount: number) {
  const random = seededRandom(seed);
  for (let first = 1; first <= rowCount; first += batchRows) {
    const count = Math.min(batchRows, rowCount - first + 1);
    yield Array.from({ length: count }, (_, at) => columns.map((one) => cellOf(one, first + at, random)));
  }
}

function cellOf({ key, kind, choices }: WorkbookColumn, row: number, random: Random): CellOutput {
  if (kind === 'sequence') return row;
  if (kind === 'text') return `Pipe SCH ${random.pick([40, 80, 160])}, ASTM A106 Gr. B, item ${row % 7000}`;
  if (kind === 'code') return `${key.slice(0, 3).toUpperCase()}-${random.below(20_000)}`;
  if (kind === 'integer') return random.below(40);
  if (kind === 'decimal') return (random.below(900) + 50) / 100;
  if (kind === 'date') return `2025-${String(random.below(12) + 1).padStart(2, '0')}-15`;
  return random.pick(choices);
}
