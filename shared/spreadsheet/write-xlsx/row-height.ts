const linePoints = 13.2;
const paddingPoints = 2.5;
const rowPointsMax = 409;

const textPerDigit = { regular: 1.2, bold: 1.08 };

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

export function rowHeight(lines: number): string {
  if (lines < 2) return '';
  const points = Math.min(lines * linePoints + paddingPoints, rowPointsMax);
  return ` ht="${points.toFixed(1)}" customHeight="1"`;
}
