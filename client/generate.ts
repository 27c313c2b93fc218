import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const [address = 'http://127.0.0.1:3000', output = `${import.meta.dir}/api.ts`] = process.argv.slice(2);
const blob = ts.factory.createTypeReferenceNode('Blob');

const isFile = (schema: object) => 'format' in schema && schema.format === 'binary';

/** Types of the API at an address; a file in a form or in an answer is a Blob. */
const types = await openapiTS(new URL('/api/openapi.json', address), {
  transform: (schema) => (isFile(schema) ? blob : undefined),
  // A key with a default may be left out of a request; answers have no defaults.
  defaultNonNullable: false,
});
await Bun.write(output, astToString(types));
console.log(`${output} written from ${address}`);
