import { type JsonSchema, nameOf } from '../../schema';

/**
 * Generators of clients make one type of each of these, where every nullable key would otherwise get its own.
 */
const withNull: Record<string, JsonSchema> = {
  TextOrNull: { type: ['string', 'null'] },
  NumberOrNull: { type: ['number', 'null'] },
  WholeNumberOrNull: { type: ['integer', 'null'] },
  FlagOrNull: { type: ['boolean', 'null'] },
};

const reference = '#/components/schemas/';

export class NamedSchemas {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly #met = new Map<string, JsonSchema>();

  refer(value: JsonSchema): JsonSchema {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, this.#referred(part)]));
  }

  #referred(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#referred(item));
    if (typeof value !== 'object' || value === null) return value;
    const schema = value as JsonSchema;
    const name = nameOf(schema);
    if (name !== undefined) return this.#reference(name, schema);
    return this.#withNull(separate(this.refer(schema)));
  }

  #reference(name: string, schema: JsonSchema): JsonSchema {
    const known = this.#met.get(name);
    if (known !== undefined && !Bun.deepEquals(known, schema))
      throw new Error(`Two schemas are named ${name}.`);
    if (known === undefined) {
      this.#met.set(name, schema);
      this.schemas[name] = {};
      this.schemas[name] = this.refer(schema);
    }
    return { $ref: reference + name };
  }

  #withNull(schema: JsonSchema): JsonSchema {
    if (!Array.isArray(schema.type) || 'enum' in schema) return schema;
    if (schema.type.includes('array')) return this.#listOrNull(schema);
    const { type, format, ...own } = schema;
    const found = Object.entries(withNull).find(([, kind]) => Bun.deepEquals(kind.type, type));
    if (found === undefined) return schema;
    const [name, kind] = found;
    this.schemas[name] = kind;
    const unsaid = format === undefined ? {} : { format };
    return { $ref: reference + name, ...own, ...unsaid };
  }

  #listOrNull({ type, items, ...own }: JsonSchema): JsonSchema {
    const { $ref, ...more } = items as JsonSchema;
    const item = typeof $ref === 'string' ? $ref.slice(reference.length) : 'Text';
    if (typeof $ref !== 'string' && more.type !== 'string') return { type, items, ...own };
    const name = `${item}ListOrNull`;
    this.schemas[name] = { type, items: typeof $ref === 'string' ? { $ref } : { type: 'string' } };
    const unsaid = Object.keys(more).length > (typeof $ref === 'string' ? 0 : 1) ? { items } : {};
    return { $ref: reference + name, ...own, ...unsaid };
  }
}

/**
 * Generators of clients ignore keys of a single schema that are next to `$ref`, so an `allOf` is needed only
 * for an object with keys of its own.
 */
function separate(schema: JsonSchema): JsonSchema {
  const { allOf, ...own } = schema;
  if (!Array.isArray(allOf) || allOf.length !== 1 || own.type === 'object') return schema;
  return { ...(allOf[0] as JsonSchema), ...own };
}
