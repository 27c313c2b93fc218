import type { DocumentPart } from '@consulting/kernel/http';
import type { ValidateFunction } from 'ajv/dist/2020';
import { answersOf, escaped, requestsOf, resolve } from './conformance';

type Json = Record<string, unknown>;

/** A JSON body or answer that a document describes. */
interface Described {
  /** For a person: `post /v1/clients 201`. */
  place: string;
  /** Where its schema is in the document. */
  schema: string;
  isAnswer: boolean;
  examples: unknown[];
}

/** Places of JSON bodies and successful answers without an example. */
export const missingExamples = (document: DocumentPart): string[] =>
  listDescribed(document)
    .filter(({ examples }) => examples.length === 0)
    .map(({ place }) => place);

/** Places of examples that their own schema refuses, each with what is wrong. */
export function wrongExamples(document: DocumentPart): string[] {
  const [answers, requests] = [answersOf(document), requestsOf(document)];
  const compiled = new Map<string, ValidateFunction>();
  return listDescribed(document).flatMap(({ place, schema, isAnswer, examples }) => {
    // Refusals stand in every operation anew, and most say the same.
    const content = `${isAnswer} ${JSON.stringify(resolve(document, schema))}`;
    const known = compiled.get(content);
    const validate = known ?? (isAnswer ? answers : requests).compile({ $ref: `document${schema}` });
    compiled.set(content, validate);
    return examples
      .filter((example) => !validate(structuredClone(example)))
      .map(() => `${place}: ${JSON.stringify(validate.errors)}`);
  });
}

const jsonType = 'application/json';

function listDescribed(document: DocumentPart): Described[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const at = `#/paths/${escaped(path)}/${method}`;
      const place = `${method} ${path}`;
      const answers = Object.keys(operation.responses as Json).map((status) =>
        describedAt(document, `${at}/responses/${status}`, `${place} ${status}`, true),
      );
      return [describedAt(document, `${at}/requestBody`, place, false), ...answers].flatMap(
        (one) => one ?? [],
      );
    }),
  );
}

/** The JSON content of a body or of a response, problems included. */
function describedAt(
  document: DocumentPart,
  at: string,
  place: string,
  isAnswer: boolean,
): Described | undefined {
  const found = resolve(document, at);
  const pointer = typeof found?.$ref === 'string' ? found.$ref : at;
  const content = resolve(document, `${pointer}/content`) as Record<string, Json> | undefined;
  const type = [jsonType, 'application/problem+json'].find((one) => content?.[one] !== undefined);
  if (!content || !type) return undefined;
  const { example, examples = {} } = content[type] ?? {};
  const named = Object.values(examples as Record<string, Json>).map(({ $ref }) =>
    resolve(document, String($ref)),
  );
  return {
    place,
    schema: `${pointer}/content/${escaped(type)}/schema`,
    isAnswer,
    examples: [...(example === undefined ? [] : [example]), ...named.map((one) => one?.value)],
  };
}
