import type { DocumentPart } from '@consulting/kernel/http';
import { resolve } from '../support/conformance';

export type Json = Record<string, unknown>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Json;
}

/** One operation of the API document, with what a request of it is made of. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  json?: { schema: Json; example: Json };
  form?: Json;
}

/** Reads an API document for the fuzzer: its operations, and schemas with their references followed. */
export class DocumentReader {
  /** Names of keys and choices that the document knows. */
  readonly words: readonly string[];
  readonly #whole = new WeakMap<Json, Json>();

  constructor(private readonly document: DocumentPart) {
    this.words = [...wordsIn(document)];
  }

  operations(): Operation[] {
    return Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => this.#operation(path, method, operation)),
    );
  }

  #operation(path: string, method: string, operation: Json): Operation {
    const content = (operation.requestBody as Json | undefined)?.content as Record<string, Json> | undefined;
    const json = content?.['application/json'] as { schema: Json; example: Json } | undefined;
    const parameters = (operation.parameters as Json[]).map((one) => {
      const parameter = this.#followed(one);
      return { ...parameter, schema: this.#followed(parameter.schema as Json) } as Parameter;
    });
    const form = content?.['multipart/form-data']?.schema as Json | undefined;
    return {
      id: String(operation.operationId),
      method: method.toUpperCase(),
      path,
      parameters,
      ...(json ? { json } : {}),
      ...(form ? { form: this.#followed(form) } : {}),
    };
  }

  #followed(schema: Json): Json {
    const { $ref, ...separate } = schema;
    return typeof $ref === 'string'
      ? { ...this.#followed(resolve(this.document, $ref) ?? {}), ...separate }
      : schema;
  }

  /** A schema with what its references and parts add to it; of several choices all keys are known. */
  whole(given: unknown): Json {
    const schema = (typeof given === 'object' && given !== null ? given : {}) as Json;
    const known = this.#whole.get(schema);
    if (known) return known;
    const own = this.#followed(schema);
    const parts = [own.allOf, own.anyOf, own.oneOf].flatMap((list) => (list ?? []) as Json[]);
    const inner = parts.filter(({ type }) => type !== 'null').map((part) => this.whole(part));
    const properties = Object.assign({}, ...inner.map((part) => part.properties), own.properties);
    const whole = { ...Object.assign({}, ...inner), ...own, properties };
    this.#whole.set(schema, whole);
    this.#whole.set(whole, whole);
    return whole;
  }
}

function wordsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, part] of Object.entries(value)) {
    if (key === 'properties') for (const name of Object.keys(part)) found.add(name);
    if (key === 'enum' && Array.isArray(part)) for (const choice of part) found.add(String(choice));
    wordsIn(part, found);
  }
  return found;
}
