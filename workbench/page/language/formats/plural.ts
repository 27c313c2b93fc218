const rules = new Map<string, Intl.PluralRules>();

export function counted(language: string, count: number, one: string, other: string): string {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return `${count.toLocaleString(language)} ${known.select(count) === 'one' ? one : other}`;
}
