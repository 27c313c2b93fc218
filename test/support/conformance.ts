import type { DocumentPart } from '@consulting/shared/http/document';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import { closed } from './closed-schema';

type Json = Record<string, unknown>;

/** A request that was answered. */
export interface Exchange {
  method: string;
  path: string;
  /** The JSON body that was sent. */
  sent: unknown;
  status: number;
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

/** Holds answers against an API document: statuses, media types and bodies, where a key that is not described fails. */
export class Conformance {
  readonly #ajv = new Ajv({ strict: false, allErrors: true, formats, discriminator: false });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(private readonly document: DocumentPart) {
    this.#ajv.addSchema({ $id: 'answers', ...closed(document) });
    this.#ajv.addSchema({ $id: 'requests', ...document });
  }

  /** @throws Error that says what the document does not allow */
  check(exchange: Exchange): void {
    const { method, status, type, body } = exchange;
    const template = this.#templateOf(exchange.path);
    const at = `#/paths/${escaped(template ?? '')}/${(method === 'HEAD' ? 'GET' : method).toLowerCase()}`;
    const operation = this.#at(at);
    if (operation === undefined) return this.#checkNothingThere(exchange);
    const responses = operation.responses as Json;
    if (responses.default !== undefined) return;
    const described = this.#at(`${at}/responses/${status}`);
    if (described === undefined) throw complaint(exchange, `the status is not described`);
    const pointer = this.#pointer(`${at}/responses/${status}`);
    const content = described.content as Json | undefined;
    if (method === 'HEAD' || (content === undefined && type === '')) return;
    if (content?.[type] === undefined) throw complaint(exchange, `the media type ${type} is not described`);
    if (type.includes('json'))
      this.#validate(exchange, 'answers', `${pointer}/content/${escaped(type)}/schema`, body);
    if (status < 300 && exchange.sent !== undefined)
      this.#validate(
        exchange,
        'requests',
        `${at}/requestBody/content/application~1json/schema`,
        exchange.sent,
      );
  }

  /** Of an unknown path or method only the refusals of the house are known. */
  #checkNothingThere(exchange: Exchange): void {
    if (![401, 404, 405].includes(exchange.status))
      throw complaint(exchange, 'the endpoint is not described');
    this.#validate(exchange, 'answers', '#/components/schemas/Problem', exchange.body);
  }

  #validate(exchange: Exchange, document: 'answers' | 'requests', pointer: string, body: unknown): void {
    const $ref = `${document}${pointer}`;
    const validate = this.#validators.get($ref) ?? this.#ajv.compile({ $ref });
    this.#validators.set($ref, validate);
    if (validate(body)) return;
    const faults = (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `  ${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
    const shown = JSON.stringify(body)?.slice(0, 2000);
    const side = document === 'answers' ? 'answer' : 'accepted body';
    throw complaint(exchange, `the ${side} differs:\n${faults.slice(0, 20).join('\n')}\n${shown}`);
  }

  /** The path of the document that is meant: literal segments before parameters. */
  #templateOf(path: string): string | undefined {
    const segments = new URL(path, 'http://localhost').pathname.split('/');
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

const isMatch = (template: string[], segments: string[]) =>
  template.length === segments.length &&
  template.every((part, index) => (part.startsWith('{') ? segments[index] !== '' : part === segments[index]));

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

function resolve(document: object, pointer: string): Json | undefined {
  const keys = pointer.split('/').slice(1);
  return keys.reduce<Json | undefined>(
    (value, key) => value?.[key.replaceAll('~1', '/').replaceAll('~0', '~')] as Json | undefined,
    document as Json,
  );
}

const complaint = ({ method, path, status, body }: Exchange, what: string) => {
  const code = (body as { code?: unknown } | null)?.code;
  return new Error(
    `${method} ${path}, ${status}${code ? ` ${code}` : ''}, against the API document: ${what}`,
  );
};
