/** Points of one line of text of 10 points, and what a row has above and below its text. */
const linePoints = 13.2;
const paddingPoints = 2.5;
const rowPointsMax = 409;

/** Text is narrower than the digits that the width of a column counts, bold text less so. */
const textPerDigit = { regular: 1.2, bold: 1.08 };

/** Lines that `text` takes in a column of such a width, its words kept whole where they fit. */
export function wrappedLines(
  text: string,
  widthCharacters: number,
  weight: keyof typeof textPerDigit = 'regular',
): number {
  const width = Math.max(1, Math.floor(widthCharacters * textPerDigit[weight]));
  let lines = 0;
  for (const paragraph of text.split('\n')) lines += paragraphLines(paragraph, width);
  return lines;
}

function paragraphLines(paragraph: string, width: number): number {
  if (paragraph.length <= width) return 1;
  let lines = 1;
  let filled = 0;
  for (const { length } of paragraph.split(' ')) {
    if (filled > 0 && filled + 1 + length > width) {
      lines++;
      filled = 0;
    }
    filled += filled === 0 ? length : length + 1;
    lines += Math.max(0, Math.ceil(filled / width) - 1);
    if (filled > width) filled %= width;
  }
  return lines;
}

/**
 * The attribute of a row that holds so many lines; none for one. Not every program fits rows to their text when it
 * opens a workbook.
 */
export function rowHeight(lines: number): string {
  if (lines < 2) return '';
  const points = Math.min(lines * linePoints + paddingPoints, rowPointsMax);
  return ` ht="${points.toFixed(1)}" customHeight="1"`;
}
