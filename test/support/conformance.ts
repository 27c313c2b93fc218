import type { DocumentPart } from '@consulting/kernel/http';
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import { closed } from './closed-schema';

type Json = Record<string, unknown>;

/** A request that was answered. */
export interface Exchange {
  method: string;
  path: string;
  /** The JSON body that was sent. */
  sent: unknown;
  status: number;
  /** Media type of the answer. */
  type: string;
  /** The JSON body of the answer. */
  body: unknown;
}

const formats = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/,
  email: /^[^\s@]+@[^\s@]+$/,
};

const ofRequests = {
  ...formats,
  uuid: /^\s*[0-9a-f-]{36}\s*$/i,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
};

/** Validates answers of a document, whose schemas are `document#/…`; a key that is not described is a fault. */
export function answersOf(document: DocumentPart, allErrors = true): Ajv {
  const ajv = new Ajv({ strict: false, allErrors, formats });
  return ajv.addSchema({ $id: 'document', ...closed(document) });
}

/** Validates bodies of requests of a document in the same way. */
export function requestsOf(document: DocumentPart, allErrors = true): Ajv {
  const ajv = new Ajv({ strict: false, allErrors, formats: ofRequests, useDefaults: 'empty' });
  return ajv.addSchema({ $id: 'document', ...document });
}

/** Holds answers against an API document: statuses, media types and bodies, where a key that is not described fails. */
export class Conformance {
  readonly #answers: Validators;
  readonly #requests: Validators;

  constructor(private readonly document: DocumentPart) {
    this.#answers = new Validators((allErrors) => answersOf(document, allErrors));
    this.#requests = new Validators((allErrors) => requestsOf(document, allErrors));
  }

  /** @throws Error that says what the document does not allow */
  check(exchange: Exchange): void {
    if (!/^(\/api)?\/v1\//.test(exchange.path)) return;
    const { status, type } = exchange;
    const method = exchange.method === 'HEAD' ? 'get' : exchange.method.toLowerCase();
    const operation = `#/paths/${escaped(this.#templateOf(exchange.path) ?? '')}/${method}`;
    if (this.#at(operation) === undefined) return this.#checkNothingThere(exchange);
    const response = this.#at(`${operation}/responses/${status}`);
    if (response === undefined) throw complaint(exchange, 'the status');
    const content = response.content as Json | undefined;
    if (exchange.method === 'HEAD' || (content === undefined && type === '')) return;
    if (content?.[type] === undefined) throw complaint(exchange, `the media type ${type}`);
    if (!type.includes('json') || type.endsWith('ndjson')) return;
    const pointer = this.#pointer(`${operation}/responses/${status}`);
    this.#checkAnswer(exchange, `${pointer}/content/${escaped(type)}/schema`);
    if (status < 300)
      this.#checkAccepted(exchange, `${operation}/requestBody/content/application~1json/schema`);
  }

  #checkAnswer(exchange: Exchange, pointer: string): void {
    const faults = this.#answers.faults(pointer, exchange.body);
    if (faults.length > 0) throw complaint(exchange, 'the answer', faults, exchange.body);
  }

  /**
   * A body that was accepted is one that the document allows; another spelling of a required key counts, too, and text is read
   * as every body is: trimmed, empty text as null, and null of a key that has a default as that.
   */
  #checkAccepted(exchange: Exchange, pointer: string): void {
    const refused = (exchange.body as { errors?: unknown[] } | null)?.errors ?? [];
    if (exchange.sent === undefined || refused.length > 0) return;
    const faults = this.#requests.faults(pointer, trimmed(exchange.sent));
    const wrong = faults.filter(({ keyword }) => keyword !== 'required');
    if (wrong.length > 0) throw complaint(exchange, 'the accepted body', wrong, exchange.sent);
  }

  /** Of an unknown path or method only the refusals of the system are known. */
  #checkNothingThere(exchange: Exchange): void {
    if (![401, 404, 405].includes(exchange.status)) throw complaint(exchange, 'the endpoint');
    if (exchange.method !== 'HEAD') this.#checkAnswer(exchange, '#/components/schemas/Problem');
  }

  /** The path of the document that is meant: literal segments before parameters. */
  #templateOf(path: string): string | undefined {
    const segments = new URL(`http://localhost${path}`).pathname.replace(/\/$/, '').split('/');
    const literals = (template: string) => template.split('/').filter((part) => !part.startsWith('{')).length;
    return Object.keys(this.document.paths)
      .filter((template) => isMatch(template.split('/'), segments))
      .sort((a, b) => literals(b) - literals(a))[0];
  }

  /** A pointer with its last reference followed. */
  #pointer(pointer: string): string {
    const found = resolve(this.document, pointer);
    return typeof found?.$ref === 'string' ? found.$ref : pointer;
  }

  #at(pointer: string): Json | undefined {
    return resolve(this.document, this.#pointer(pointer));
  }
}

/** All faults are looked for where there is one: of a line of nine disciplines that would be hundreds in eight of its nine schemas. */
class Validators {
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #made = new Map<boolean, Ajv>();

  constructor(private readonly make: (allErrors: boolean) => Ajv) {}

  faults(pointer: string, value: unknown): ErrorObject[] {
    if (this.#validator(pointer, false)(value)) return [];
    const validate = this.#validator(pointer, true);
    return validate(value) ? [] : (validate.errors ?? []);
  }

  #validator(pointer: string, allErrors: boolean): ValidateFunction {
    const key = `${allErrors} ${pointer}`;
    const ajv = this.#made.get(allErrors) ?? this.make(allErrors);
    this.#made.set(allErrors, ajv);
    const validate = this.#validators.get(key) ?? ajv.compile({ $ref: `document${pointer}` });
    this.#validators.set(key, validate);
    return validate;
  }
}

function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() || null;
  if (Array.isArray(value)) return value.map(trimmed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, trimmed(part)]));
}

const isMatch = (template: string[], segments: string[]) =>
  template.length === segments.length &&
  template.every((part, index) => (part.startsWith('{') ? segments[index] !== '' : part === segments[index]));

export const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** What a pointer such as `#/components/schemas/Client` points to. */
export function resolve(document: object, pointer: string): Json | undefined {
  const keys = pointer.split('/').slice(1);
  return keys.reduce<Json | undefined>(
    (value, key) => value?.[key.replaceAll('~1', '/').replaceAll('~0', '~')] as Json | undefined,
    document as Json,
  );
}

const faultsMax = 20;
const displayedMax = 2000;

function complaint(
  { method, path, status, body }: Exchange,
  what: string,
  faults: ErrorObject[] = [],
  json?: unknown,
): Error {
  const code = (body as { code?: unknown } | null)?.code ?? '';
  const lines = faults
    .slice(0, faultsMax)
    .map(
      ({ instancePath, message, params }) => `  ${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
  const displayed = json === undefined ? [] : [JSON.stringify(json).slice(0, displayedMax)];
  const sentence = `${method} ${path} ${status} ${code}: ${what} is not in the API document`;
  return new Error([sentence, ...lines, ...displayed].join('\n'));
}
