import { disciplineLabels, isDiscipline } from './discipline';
import enums from './enums.json';

const capitals: ReadonlySet<string> = new Set(enums.capitals);

export function enumLabel(value: string): string {
  if (isDiscipline(value)) return disciplineLabels[value];
  if (/[A-Z0-9]/.test(value.charAt(0)) && !capitals.has(value)) return value;
  const words = value.split('-').map((word) => (capitals.has(word) ? word.toUpperCase() : word));
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
