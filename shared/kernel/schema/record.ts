import { isObject } from './composite';
import { type Fault, invalid } from './errors';
import {
  type Fields,
  fault,
  INVALID,
  type JsonSchema,
  type Reading,
  type Report,
  type Values,
} from './field';
import { fieldSchema, named, objectSchema } from './schema';

type JsonObject = Record<string, unknown>;

const standardServerKeys = [
  'id',
  'version',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'unavailable',
];

interface Entry {
  key: string;
  field: Fields[string];
}

interface BodyReading extends Reading {
  body: unknown;
}

interface RecordOptions<F extends Fields> {
  name?: string;
  server?: readonly string[];
  names?: Record<string, keyof F & string>;
  displayed?: Record<string, string>;
  rules?: (record: Values<F>, report: Report) => void;
}

export class RecordInput<F extends Fields> {
  readonly #serverKeys: Set<string>;
  readonly #entries: readonly Entry[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #namesOf: ReadonlyMap<string, readonly string[]>;

  constructor(
    readonly fields: F,
    readonly options: RecordOptions<F> = {},
  ) {
    this.#serverKeys = new Set([...standardServerKeys, ...(options.server ?? [])]);
    this.#entries = Object.entries(fields).map(([key, field]) => ({ key, field }));
    const places = new Map(this.#entries.map(({ key }, place) => [key, place]));
    for (const [name, key] of Object.entries(options.names ?? {})) {
      const place = places.get(key);
      if (place !== undefined) places.set(name, place);
    }
    this.#places = places;
    const second = Object.entries(options.names ?? {});
    this.#namesOf = new Map(second.map(([name, key]) => [key, [key, name]]));
  }

  requiring(...names: string[]): RecordInput<F> {
    const fields: Fields = { ...this.fields };
    const displayed = { ...this.options.displayed };
    const name = this.options.name && `Named${this.options.name}`;
    for (const name of names) {
      const key = this.#entries[this.#places.get(name) ?? -1]?.key ?? name;
      const field = fields[key];
      if (field) fields[key] = field.required();
      displayed[key] = name;
    }
    return new RecordInput(fields as F, { ...this.options, displayed, name });
  }

  create(body: unknown): Values<F> {
    const { record, faults } = this.tryCreate(body);
    if (faults.length > 0) throw invalid(faults);
    return record;
  }

  tryCreate(body: unknown): { record: Values<F>; faults: Fault[] } {
    const { values, faults } = this.tryCreateInOrder(body);
    return { record: this.#recordOf(values) as Values<F>, faults };
  }

  /**
   * The order of the fields makes it fast for many records; `absent` has values of keys that the body may
   * lack.
   */
  tryCreateInOrder(body: unknown, absent: Partial<Values<F>> = {}): { values: unknown[]; faults: Fault[] } {
    const reading: BodyReading = { body, faults: [] };
    const values = this.#read(body, reading);
    for (const [key, value] of Object.entries(absent)) {
      const place = this.#places.get(key);
      if (place !== undefined && values[place] === undefined) values[place] = value;
    }
    const isRead = isObject(body);
    this.#entries.forEach(({ key, field }, place) => {
      const value = values[place];
      if (value === undefined || value === null) {
        const { isRequired, fallback, whenAbsent } = field.options;
        if (isRequired && isRead) fault(reading, this.nameIn(body, key), 'REQUIRED', 'is required');
        values[place] = (value === undefined ? whenAbsent : undefined) ?? fallback ?? null;
      } else if (value === INVALID) values[place] = null;
      else if (field.kind.merge) values[place] = field.kind.merge(null, value);
    });
    if (this.options.rules) this.#applyRules(this.#recordOf(values), reading);
    return { values, faults: reading.faults };
  }

  #recordOf(values: readonly unknown[]): JsonObject {
    const record: JsonObject = {};
    this.#entries.forEach(({ key }, place) => {
      record[key] = values[place];
    });
    return record;
  }

  /** Only keys of the body are returned. @throws VALIDATION_ERROR with every fault */
  update(body: unknown, current: Values<F>): Partial<Values<F>> {
    const { changes, faults } = this.tryUpdate(body, current);
    if (faults.length > 0) throw invalid(faults);
    return changes;
  }

  tryUpdate(body: unknown, current: Values<F>): { changes: Partial<Values<F>>; faults: Fault[] } {
    const reading: BodyReading = { body, faults: [] };
    const given = this.#read(body, reading);
    if (isObject(body) && Object.keys(body).length === 0)
      fault(reading, 'body', 'REQUIRED', 'holds no known key');
    const changes: JsonObject = {};
    for (const place of this.#placesIn(body)) {
      const entry = this.#entries[place] as Entry;
      const merged = this.#change(entry, given[place], current, reading);
      if (merged !== INVALID) changes[entry.key] = merged;
    }
    this.#applyRules({ ...current, ...changes }, reading);
    return { changes: changes as Partial<Values<F>>, faults: reading.faults };
  }

  #placesIn(body: unknown): ReadonlySet<number> {
    const names = isObject(body) ? Object.keys(body) : [];
    return new Set(names.flatMap((name) => this.#places.get(name) ?? []));
  }

  #change({ key, field }: Entry, value: unknown, current: Values<F>, reading: BodyReading): unknown {
    if (value === INVALID) return INVALID;
    const { isCreateOnly, isRequired, fallback } = field.options;
    const refuse = (code: Fault['code'], message: string) =>
      fault(reading, this.nameIn(reading.body, key), code, message);
    if (isCreateOnly) return value === current[key] ? INVALID : refuse('READ_ONLY', 'cannot be changed');
    if (value !== null) return field.kind.merge ? field.kind.merge(current[key], value) : value;
    return isRequired ? refuse('REQUIRED', 'cannot be cleared') : (fallback ?? null);
  }

  #read(body: unknown, reading: Reading): unknown[] {
    const given = new Array<unknown>(this.#entries.length).fill(undefined);
    if (!isObject(body)) {
      fault(reading, 'body', 'TYPE', 'must be a JSON object', { type: 'object' });
      return given;
    }
    for (const name of Object.keys(body)) {
      const place = this.#places.get(name);
      if (place !== undefined) this.#take(given, name, place, body[name], reading);
      else if (!this.#serverKeys.has(name)) fault(reading, name, 'UNKNOWN_FIELD', 'is not a known field');
    }
    return given;
  }

  #displayed(key: string): string {
    return this.options.displayed?.[key] ?? key;
  }

  nameIn(body: unknown, key: string): string {
    const names = isObject(body) ? (this.#namesOf.get(key) ?? [key]) : [];
    return names.find((name) => Object.hasOwn(body as object, name)) ?? this.#displayed(key);
  }

  #take(given: unknown[], name: string, place: number, value: unknown, reading: Reading): void {
    const { field } = this.#entries[place] as Entry;
    const read = value === null ? null : field.kind.read(value, name, reading);
    const other = given[place];
    if (other === undefined) given[place] = read;
    else if (other !== INVALID && read !== INVALID && other !== read) {
      const message = 'differs from its other name in the same request';
      given[place] = fault(reading, name, 'CONFLICTING_NAMES', message);
    }
  }

  #applyRules(record: JsonObject, reading: BodyReading): void {
    this.options.rules?.(record as Values<F>, (field, code, message, params) => {
      const key = /^\w*/.exec(field)?.[0] ?? field;
      fault(reading, this.nameIn(reading.body, key) + field.slice(key.length), code, message, params);
    });
  }

  schema(use: 'create' | 'update'): JsonSchema {
    const schema: JsonSchema = objectSchema(this.fields);
    if (use === 'update') delete schema.required;
    else if (schema.required)
      schema.required = (schema.required as string[]).map((key) => this.#displayed(key));
    const names = Object.entries(this.options.names ?? {}).flatMap(([name, key]) => {
      const field = this.fields[key];
      return field ? [[name, { ...fieldSchema(field), description: `Same as ${key}.` }] as const] : [];
    });
    const body = {
      ...schema,
      properties: { ...(schema.properties as object), ...Object.fromEntries(names) },
    };
    const { name } = this.options;
    return name === undefined ? body : named(`${name}${use === 'create' ? 'Input' : 'Changes'}`, body);
  }
}

export function ordered(
  report: Report,
  from: string | null,
  to: string | null,
  field: string,
  earlier: string,
): void {
  if (from !== null && to !== null && to < from)
    report(field, 'MIN', `must not be before ${earlier}`, { min: from });
}
