import { type Fault, invalid } from './errors';
import { type Field, type Fields, fault, INVALID, type JsonSchema, type Reading, type Values } from './field';
import { integer } from './kinds';
import { parameterSchema } from './schema';

const skipMax = 10 ** 12 - 1;

export const paging = {
  skip: integer({ min: 0, max: skipMax }).default(0).describe('Number of records to leave out.'),
  limit: integer({ min: 1, max: 100 })
    .default(20)
    .describe('Most records of the page; a larger number is refused.'),
};

export class QueryInput<F extends Fields> {
  constructor(
    readonly fields: F,
    private readonly place = 'in the query',
  ) {}

  read(query: URLSearchParams): Values<F> {
    const { values, faults } = this.tryRead(query);
    if (faults.length > 0) throw invalid(faults);
    return values;
  }

  tryRead(query: URLSearchParams): { values: Values<F>; faults: Fault[] } {
    const reading: Reading = { faults: [] };
    for (const name of new Set(query.keys())) {
      if (!Object.hasOwn(this.fields, name))
        fault(reading, name, 'UNKNOWN_FIELD', 'is not a known parameter');
    }
    const values: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(this.fields))
      values[name] = readOne(name, field, query, { reading, place: this.place });
    return { values: values as Values<F>, faults: reading.faults };
  }

  schema(): JsonSchema {
    const parts = Object.entries(this.fields).map(([name, field]) => {
      const { description } = field.options;
      return [name, { ...parameterSchema(field), ...(description === undefined ? {} : { description }) }];
    });
    const required = Object.keys(this.fields).filter((name) => this.fields[name]?.options.isRequired);
    return {
      type: 'object',
      properties: Object.fromEntries(parts),
      ...(required.length > 0 ? { required } : {}),
    };
  }

  parameters(): JsonSchema[] {
    return Object.entries(this.fields).map(([name, field]) => ({
      name,
      in: 'query',
      required: field.options.isRequired ?? false,
      schema: parameterSchema(field),
      ...(field.kind.schema.type === 'array' ? { explode: false } : {}),
      ...(field.options.description === undefined ? {} : { description: field.options.description }),
    }));
  }
}

function readOne(
  name: string,
  field: Field<unknown>,
  query: URLSearchParams,
  { reading, place }: { reading: Reading; place: string },
): unknown {
  const given = query.getAll(name);
  if (given.length > 1) return fault(reading, name, 'FORMAT', 'is given more than once');
  const text = given[0]?.trim();
  const { kind, options } = field;
  const value =
    text === undefined || text === '' ? null : kind.read(kind.fromText?.(text) ?? text, name, reading);
  if (value === INVALID) return null;
  if (value === null && options.isRequired) fault(reading, name, 'REQUIRED', `is required ${place}`);
  return value ?? options.fallback ?? null;
}
