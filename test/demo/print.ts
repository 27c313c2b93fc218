const barWidth = 30;

export function showProgress(label: string, share: number): void {
  const filled = Math.round(share * barWidth);
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  process.stdout.write(`\r${bar} ${label.padEnd(30)}`);
}

export const money = (amount: number, currency: string) =>
  `${amount.toLocaleString('en-CA', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`;

export interface Column<Row> {
  title: string;
  value: (row: Row) => string;
}

/** A plain table: the first column to the left, figures to the right. */
export function printTable<Row>(columns: Column<Row>[], rows: Row[]): void {
  const cells = [
    columns.map((column) => column.title),
    ...rows.map((row) => columns.map((column) => column.value(row))),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  for (const row of cells) {
    const line = row.map((cell, index) =>
      index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0),
    );
    console.log(`  ${line.join('  ')}`);
  }
}
