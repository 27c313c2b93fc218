import { isObject } from '../../schema/composite';

const parameter = /:(\w+)/g;

/** The path that a template such as `/clients/:id` stands for, with the values of the first of `sources` that has them. */
export function filled(template: string, sources: readonly unknown[]): string {
  const parts = sources.filter(isObject);
  return template.replace(parameter, (_, name: string) => {
    const source = parts.find((part) => Object.hasOwn(part, name));
    return encodeURIComponent(String(source?.[name] ?? '').trim());
  });
}
