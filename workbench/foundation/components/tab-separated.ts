export const rowsMax = 5000;

export function readTabSeparated(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    row.push(cell.value);
    at = cell.end;
    if (text[at] !== '\t') {
      rows.push(row);
      row = [];
      if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    }
    at += 1;
  }
  // A copy ends with the end of its last row, behind which there is no other.
  if (/[\r\n]$/.test(text)) rows.pop();
  return rows;
}

interface FoundCell {
  value: string;
  end: number;
}

const isEnd = (sign: string | undefined) =>
  sign === undefined || sign === '\t' || sign === '\n' || sign === '\r';

function plainCell(text: string, start: number): FoundCell {
  let end = start;
  while (!isEnd(text[end])) end += 1;
  return { value: text.slice(start, end), end };
}

/** A cell whose opening quote is not closed before a separator is plain text. */
function quotedCell(text: string, start: number): FoundCell {
  let value = '';
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return plainCell(text, start);
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"')
      return isEnd(text[quote + 1]) ? { value, end: quote + 1 } : plainCell(text, start);
    value += '"';
    from = quote + 2;
  }
}

const written = (cell: string) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const writeTabSeparated = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(written).join('\t')).join('\r\n');
