import type { JsonSchema } from '../../fields/field';
import { named, recordSchema } from '../../fields/schema';
import { type ProblemKind, responseSchema } from '../answer';
import { problemKinds } from '../problem';

const faultSchema = named(
  'Fault',
  recordSchema(
    {
      field: responseSchema.text('Key or parameter; inside objects and arrays as in contacts[0].email.'),
      code: responseSchema.text(
        'For example REQUIRED, TYPE, FORMAT, ENUM, MIN, MAX, MAX_LENGTH, UNKNOWN_FIELD.',
      ),
      message: responseSchema.text('For a person.'),
    },
    { index: responseSchema.count('Position of the item in a bulk request.') },
  ),
);

const { count } = responseSchema;

function factsOf(kinds: ReadonlyMap<string, ProblemKind>): Record<string, JsonSchema> {
  const facts: Record<string, JsonSchema> = {};
  for (const [code, kind] of kinds)
    for (const [key, schema] of Object.entries(kind.facts ?? {})) {
      const before = facts[key] ? `${facts[key].description}\n` : '';
      const line = `- \`${code}\`: ${schema.description}`;
      facts[key] = responseSchema.described(facts[key] ?? schema, before + line);
    }
  return facts;
}

let made: { schema: JsonSchema; count: number } | undefined;

export function problemSchema(): JsonSchema {
  const kinds = problemKinds();
  if (made?.count !== kinds.size) made = { schema: schemaOf(kinds), count: kinds.size };
  return made.schema;
}

const schemaOf = (kinds: ReadonlyMap<string, ProblemKind>): JsonSchema =>
  named(
    'Problem',
    recordSchema(
      {
        type: responseSchema.text('Always about:blank.'),
        title: responseSchema.text('The status in words.'),
        status: { type: 'integer', description: 'The HTTP status.' },
        detail: responseSchema.text('One sentence for a person; may be reworded.'),
        code: responseSchema.text('What went wrong, for programs; never reworded.'),
        requestId: responseSchema.text('Identifier of the request, also in the header X-Request-Id.'),
      },
      {
        errors: responseSchema.list(faultSchema, 'The faults of a validation error, the first 1000 of them.'),
        errorCount: count('Number of all faults of a validation error.'),
        ...factsOf(kinds),
      },
    ),
  );
