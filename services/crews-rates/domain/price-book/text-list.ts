// A list in a cell: values by `;`, in quotation marks where they have one of these themselves. A list always has a `;`.
export function encodeList(words: readonly string[]): string {
  const written = words.map((word) =>
    /[;"\n]|^\s|\s$|^$/.test(word) ? `"${word.replaceAll('"', '""')}"` : word,
  );
  return written.length === 1 ? `${written[0]};` : written.join('; ');
}

export function decodeList(text: string): { words: string[]; isList: boolean } {
  const words: string[] = [];
  let at = 0;
  let isList = false;
  while (at < text.length) {
    const { word, end } = nextWord(text, at);
    if (word !== '') words.push(word);
    isList ||= text[end] === ';';
    at = end + 1;
  }
  return { words, isList };
}

function nextWord(text: string, from: number): { word: string; end: number } {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n') at += 1;
  if (text[at] !== '"') {
    const semicolon = text.indexOf(';', at);
    const end = semicolon < 0 ? text.length : semicolon;
    return { word: text.slice(at, end).trim(), end };
  }
  let word = '';
  at += 1;
  while (at < text.length) {
    const mark = text.indexOf('"', at);
    const close = mark < 0 ? text.length : mark;
    word += text.slice(at, close);
    at = close + 1;
    if (text[at] !== '"') break;
    word += '"';
    at += 1;
  }
  const semicolon = text.indexOf(';', at);
  return { word, end: semicolon < 0 ? text.length : semicolon };
}
