type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isArray = (value: unknown): value is unknown[] => Array.isArray(value);

/** Told from a property that is named `properties`. */
const isSchemas = (value: unknown): value is Json => isObject(value) && Object.values(value).every(isObject);

/** What stands beside a schema that is joined with it by `allOf`: there a property is described in one part for all. */
type Additions = readonly Json[];

/** Finds what a reader of an API document is not told: reads it as a reader does, with references followed. */
export class Descriptions {
  constructor(private readonly document: object) {}

  /** Places of properties, in requests and answers, that do not say what they are. */
  missingProperties(): string[] {
    return this.#walk(this.document, '#', []);
  }

  /** Places of parameters and headers that do not say what they are. */
  missingParameters(): string[] {
    const { paths, components } = this.document as { paths: Json; components: Record<string, Json> };
    const inOperations = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations as Record<string, Json>).flatMap(([method, operation]) =>
        named(`${method} ${path}`, [operation.parameters, ...headersOf(operation)]),
      ),
    );
    const shared = named('components', [components.parameters, components.headers]);
    const isSilent = ([, part]: [string, unknown]) => !this.#says(part as Json);
    return [...inOperations, ...shared].filter(isSilent).map(([place]) => place);
  }

  #walk(value: unknown, at: string, separate: Additions): string[] {
    if (isArray(value)) return value.flatMap((item, index) => this.#walk(item, `${at}/${index}`, separate));
    if (!isObject(value)) return [];
    const properties = isSchemas(value.properties) && !('$ref' in value) ? value.properties : {};
    const silent = Object.entries(properties)
      .filter(([key, schema]) => !this.#isDescribed(key, schema as Json, separate))
      .map(([key]) => `${at}/properties/${key}`);
    const parts = isArray(value.allOf) ? [value, ...(value.allOf as Json[])] : [];
    const below = Object.entries(value).flatMap(([key, part]) =>
      key === 'example' || key === 'examples'
        ? []
        : this.#walk(part, `${at}/${key}`, key === 'allOf' ? parts : []),
    );
    return [...silent, ...below];
  }

  #isDescribed(key: string, schema: Json, separate: Additions): boolean {
    if (this.#says(schema)) return true;
    return separate.some((part) => {
      const { properties } = this.#resolved(part);
      return isObject(properties) && isObject(properties[key]) && this.#says(properties[key]);
    });
  }

  #says(schema: Json): boolean {
    const said = this.#resolved(schema).description ?? schema.description;
    return typeof said === 'string' && said.trim() !== '';
  }

  #resolved(schema: Json): Json {
    if (typeof schema.$ref !== 'string') return schema;
    const keys = schema.$ref.split('/').slice(1);
    return keys.reduce<Json>((found, key) => found[key] as Json, this.document as Json);
  }
}

const named = (place: string, groups: readonly unknown[]): [string, unknown][] =>
  groups.flatMap((group) =>
    isObject(group) || isArray(group)
      ? Object.entries(group).map(([key, part]): [string, unknown] => [`${place} ${key}`, part])
      : [],
  );

const headersOf = (operation: Json): unknown[] =>
  Object.values(operation.responses as Record<string, Json>).map(({ headers }) => headers);
