import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const blob = ts.factory.createTypeReferenceNode('Blob');

// Clients of these types need the meaning of fields and one line of each operation; all else is in the API document.
const leftOut = new Set(['title', 'format', 'example', 'examples', 'headers']);

const problem = {
  description: 'The error of every operation.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

const mapValues = (record, change) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

function smallerResponses(responses) {
  const answers = Object.entries(responses).filter(([status]) => !/^[45]/.test(status));
  return {
    ...mapValues(Object.fromEntries(answers), (answer) => ({ ...answer, description: '' })),
    default: { $ref: '#/components/responses/Problem' },
  };
}

const smallerParameter = (parameter) =>
  parameter.in === 'query' ? parameter : { ...parameter, description: '' };

const smallerOperation = ({ parameters = [], responses, description, ...operation }) => ({
  ...operation,
  parameters: parameters.map(smallerParameter),
  responses: smallerResponses(responses),
});

function smallerDocument({ paths, components, ...others }) {
  const smallerPaths = mapValues(paths, (operations) => mapValues(operations, smallerOperation));
  return {
    ...others,
    paths: withoutDetails(smallerPaths, components.schemas),
    components: { ...withoutDetails(components, components.schemas), responses: { Problem: problem } },
  };
}

// A reference to a schema that is no more than a type, such as text or null, becomes that type.
function withoutDetails(value, schemas, isProperties = false) {
  if (Array.isArray(value)) return value.map((one) => withoutDetails(one, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref: reference, ...others } = value;
  const named = typeof reference === 'string' ? schemas[reference.split('/').at(-1)] : undefined;
  const isType = named && Object.keys(named).join() === 'type';
  const entries = Object.entries(isType ? { ...others, ...named } : value)
    .filter(([key, one]) => isProperties || one === 'binary' || !leftOut.has(key))
    .map(([key, one]) => [key, withoutDetails(one, schemas, key === 'properties' && !isProperties)]);
  return Object.fromEntries(entries);
}

const shorter = [
  [/components\["schemas"\]/g, 'Schemas'],
  [/@description /g, ''],
  [/^ *\/\*\* @enum .*\n/gm, ''],
  [/^( {4}"\/.*\n) {8}parameters: \{\n(?: {12}\w+\?: never;\n){4} {8}\};\n/gm, '$1'],
  [/^ {8}(?!requestBody)\w+\?: never;\n/gm, ''],
  [/^ *headers: \{\n *\[name: string\]: unknown;\n *\};\n/gm, ''],
  [/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4)],
];

export async function clientTypes(document) {
  const types = await openapiTS(smallerDocument(document), {
    transform: (schema) => (schema.format === 'binary' ? blob : undefined),
    // A key with a default may be left out of a request; answers have no defaults.
    defaultNonNullable: false,
  });
  const text = shorter.reduce((whole, [pattern, by]) => whole.replace(pattern, by), astToString(types));
  return `type Schemas = components["schemas"];\n${text}`;
}
