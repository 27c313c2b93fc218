/** Prints rows below headers; the first column is of words, the others of figures. */
export function printTable(
  title: string,
  headers: readonly string[],
  rows: readonly (string | number)[][],
): void {
  const texts = [headers, ...rows].map((row) => row.map(String));
  const widths = headers.map((_, at) => Math.max(...texts.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((text, at) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0)))
      .join('  ');
  console.log(`\n${title}\n  ${texts.map(line).join('\n  ')}`);
}
