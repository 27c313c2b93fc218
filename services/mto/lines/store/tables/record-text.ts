const quote = '"';
const QUOTE = 0x22;

export function recordValues(record: string): string[] {
  const values = record.slice(1, -1).split(',');
  if (!record.includes(quote)) return values;
  let count = 0;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? '';
    if (value.charCodeAt(0) !== QUOTE) {
      values[count++] = value;
      continue;
    }
    const first = at;
    let quotes = quotesIn(value);
    // A comma within quotes is one of the value.
    while (quotes % 2 === 1 && at < values.length) quotes += quotesIn(values[++at]);
    values[count++] = unquoted(at === first ? value : values.slice(first, at + 1).join(), quotes);
  }
  values.length = count;
  return values;
}

function quotesIn(text = ''): number {
  let count = 0;
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) count += 1;
  return count;
}

function unquoted(value: string, quotes: number): string {
  const text = value.slice(1, -1);
  const once = quotes > 2 ? text.replaceAll('""', quote) : text;
  return once.includes('\\') ? once.replaceAll('\\\\', '\\') : once;
}
