import type { Messages } from '../language/language';

const inWords = (key: string): string => {
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function labelOf(key: string, { projects, libraries }: Messages): string {
  const groups: Readonly<Record<string, string>>[] = [projects.fields, ...Object.values(libraries.fields)];
  return groups.find((labels) => Object.hasOwn(labels, key))?.[key] ?? inWords(key);
}

/** `labourMembers[2].rateOverride.overtime` is named by its last part, and by the row that it is in. */
export function fieldName(field: string, messages: Messages): string {
  const parts = field.split('.').map((part) => part.split('['));
  const [key = field] = parts.at(-1) ?? [];
  const row = parts.findLast(([, index]) => index !== undefined)?.[1];
  const label = labelOf(key, messages);
  return row === undefined ? label : `${label} (${Number.parseInt(row, 10) + 1})`;
}
