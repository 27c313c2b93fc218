// A part of `bun run check`: makes types of the placeholders in the texts of the page.
import {
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import en from './design/language/en.json';

export interface Texts {
  readonly [key: string]: string | Texts;
}

export const textsByPath = (texts: Texts, folder = ''): [path: string, text: string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[folder + key, text]] : textsByPath(text, `${folder}${key}.`),
  );

type Kind = 'number' | 'text';

export function placeholdersOf(text: string): [name: string, kind: Kind][] {
  const kinds = new Map<string, Kind>();
  const visit = (element: MessageFormatElement): void => {
    if (isLiteralElement(element) || isPoundElement(element)) return;
    const isNumber = isPluralElement(element) || isNumberElement(element);
    kinds.set(element.value, isNumber ? 'number' : (kinds.get(element.value) ?? 'text'));
    if (isPluralElement(element) || isSelectElement(element))
      for (const { value } of Object.values(element.options)) value.forEach(visit);
  };
  parse(text).forEach(visit);
  return [...kinds].sort(([a], [b]) => (a < b ? -1 : 1));
}

const types = { number: 'number', text: 'string | number' };

function placeholderTypes(texts: Texts): string {
  const lines = textsByPath(texts).flatMap(([path, text]) => {
    const fields = placeholdersOf(text).map(([name, kind]) => `${name}: ${types[kind]}`);
    return fields.length === 0 ? [] : [`  '${path}': { ${fields.join('; ')} };`];
  });
  return ['export interface Placeholders {', ...lines, '}', ''].join('\n');
}

if (import.meta.main) {
  const file = Bun.file(new URL('./design/language/placeholders.ts', import.meta.url));
  const made = placeholderTypes(en);
  // The file is left alone where it is the same, so that neither the compiler nor the build reads it again.
  if (!(await file.exists()) || (await file.text()) !== made) await Bun.write(file, made);
}
