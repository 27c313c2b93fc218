import { addFault, type Fault, type FaultParams } from './errors';

export type JsonSchema = Record<string, unknown>;

declare const described: unique symbol;

export interface Schema<T> extends JsonSchema {
  readonly [described]?: { value: T };
}

export type Static<S> = S extends { readonly [described]?: { value: infer T } } ? T : unknown;

export interface Reading {
  faults: Fault[];
}

export type Report = (field: string, code: Fault['code'], message: string, params?: FaultParams) => void;

export const INVALID = Symbol('invalid');

export interface Kind<T> {
  schema: JsonSchema;
  answer?: JsonSchema;
  read(value: unknown, at: string, reading: Reading): T | null | typeof INVALID;
  fromText?(text: string): unknown;
  merge?(current: T | null, change: T): T;
}

export function fault(
  reading: Reading,
  at: string,
  code: Fault['code'],
  message: string,
  params?: FaultParams,
): typeof INVALID {
  addFault(reading.faults, at, code, message, params);
  return INVALID;
}

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

  createOnly(): Field<T> {
    return new Field<T>(this.kind, { ...this.options, isCreateOnly: true });
  }

  default(fallback: NonNullable<T>): Field<NonNullable<T>> {
    return new Field(this.kind, { ...this.options, fallback }) as unknown as Field<NonNullable<T>>;
  }

  defaultWhenAbsent(whenAbsent: NonNullable<T>): Field<T> {
    return new Field<T>(this.kind, { ...this.options, whenAbsent });
  }

  describe(description: string): Field<T> {
    return new Field<T>(this.kind, { ...this.options, description });
  }

  example(example: NonNullable<T>): Field<T> {
    return new Field<T>(this.kind, { ...this.options, example });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a record holds fields of every type; `Values` gives each its own back
export type Fields = Record<string, Field<any>>;
export type Values<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };
