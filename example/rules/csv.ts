type Cell = string | number | undefined;
export type Row = Readonly<Record<string, Cell>>;

export function csvOf(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((column) => quoted(row[column])).join(','));
  return [columns.map(quoted).join(','), ...lines, ''].join('\n');
}

const quoted = (cell: Cell): string => {
  const text = String(cell ?? '');
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
