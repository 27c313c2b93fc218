import { addFault, type Fault } from '../errors';

export type JsonSchema = Record<string, unknown>;

/** Where faults of one reading are collected, so that a caller learns of all of them at once. */
export interface Reading {
  faults: Fault[];
}

/** Tells of a fault that lies between fields. */
export type Report = (field: string, code: Fault['code'], message: string) => void;

export const INVALID = Symbol('invalid');

/** How one kind of value is read from JSON and, for queries and files, from text. */
export interface Kind<T> {
  schema: JsonSchema;
  /** Schema of a value in answers, when it is another than in bodies. */
  answer?: JsonSchema;
  /** The value, null for "empty", or INVALID after a fault was reported at `at`. */
  read(value: unknown, at: string, reading: Reading): T | null | typeof INVALID;
  /** Reads query text; kinds that are text themselves need none. */
  fromText?(text: string): unknown;
  /** Joins a change with the present value; kinds that are replaced whole need none. */
  merge?(present: T | null, change: T): T;
}

export function fault(reading: Reading, at: string, code: Fault['code'], message: string): typeof INVALID {
  addFault(reading.faults, at, code, message);
  return INVALID;
}

/** A named value of a record: its kind and what holds for it in this record. `T` includes null when it may be empty. */
export class Field<T> {
  constructor(
    readonly kind: Kind<NonNullable<T>>,
    readonly options: {
      isRequired?: boolean;
      isCreateOnly?: boolean;
      fallback?: NonNullable<T>;
      whenAbsent?: NonNullable<T>;
      description?: string;
      example?: NonNullable<T>;
    } = {},
  ) {}

  required(): Field<NonNullable<T>> {
    return new Field(this.kind, { ...this.options, isRequired: true }) as unknown as Field<NonNullable<T>>;
  }

  /** Set on creation and read-only afterwards: the present value is accepted, another is READ_ONLY. */
  createOnly(): Field<T> {
    return new Field<T>(this.kind, { ...this.options, isCreateOnly: true });
  }

  /** Value of an absent or null key on creation, and of a null key in an update. */
  default(fallback: NonNullable<T>): Field<NonNullable<T>> {
    return new Field(this.kind, { ...this.options, fallback }) as unknown as Field<NonNullable<T>>;
  }

  /** Value of an absent key on creation; null stays null, because it says something of its own. */
  defaultWhenAbsent(whenAbsent: NonNullable<T>): Field<T> {
    return new Field<T>(this.kind, { ...this.options, whenAbsent });
  }

  describe(description: string): Field<T> {
    return new Field<T>(this.kind, { ...this.options, description });
  }

  /** A value for the API document. */
  example(example: NonNullable<T>): Field<T> {
    return new Field<T>(this.kind, { ...this.options, example });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a record holds fields of every type; `Values` gives each its own back
export type Fields = Record<string, Field<any>>;
export type Values<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };
