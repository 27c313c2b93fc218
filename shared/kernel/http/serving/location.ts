import { isObject } from '../../schema';

const parameter = /:(\w+)/g;

export function filled(template: string, sources: readonly unknown[]): string {
  const parts = sources.filter(isObject);
  return template.replace(parameter, (_, name: string) => {
    const source = parts.find((part) => Object.hasOwn(part, name));
    return encodeURIComponent(String(source?.[name] ?? '').trim());
  });
}
