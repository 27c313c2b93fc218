const placeholder = /\{(\w+)\}/;

// What these stand for has no spaces, which keeps a sentence from being taken for the value in another.
const single = new Set([
  'column',
  'one',
  'other',
  'row',
  'id',
  'currency',
  'operator',
  'extension',
  'method',
  'function',
  'key',
]);

export interface Pattern {
  literals: readonly string[];
  names: readonly string[];
  translation: string;
}

export function patternOf(english: string, translation: string): Pattern {
  const parts = english.split(placeholder);
  return {
    literals: parts.filter((_, at) => at % 2 === 0),
    names: parts.filter((_, at) => at % 2 === 1),
    translation,
  };
}

export const isPattern = (english: string): boolean => placeholder.test(english);

// Each literal is looked for once, behind the one before it, so that the search is linear in the text.
export function valuesIn(text: string, { literals, names }: Pattern): Map<string, string> | undefined {
  const first = literals[0] ?? '';
  const last = literals.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const end = text.length - last.length;
  const values = new Map<string, string>();
  let from = first.length;
  for (const [at, name] of names.entries()) {
    const next = literals[at + 1] ?? '';
    const to = at === names.length - 1 ? end : text.indexOf(next, from + 1);
    if (to <= from || to > end || !fits(name, text.slice(from, to))) return undefined;
    values.set(name, text.slice(from, to));
    from = to + next.length;
  }
  return values;
}

function fits(name: string, value: string): boolean {
  if (name === 'field') return !value.includes(';');
  return name === 'count' ? /^\d/.test(value) : !single.has(name) || !value.includes(' ');
}

export const filledIn = (translation: string, values: ReadonlyMap<string, string>): string =>
  translation
    .split(placeholder)
    .map((part, at) => (at % 2 === 0 ? part : (values.get(part) ?? '')))
    .join('');
