import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const blob = ts.factory.createTypeReferenceNode('Blob');

const isFile = (schema: object) => 'format' in schema && schema.format === 'binary';

/** TypeScript types of an API document; a file in a form or in an answer is a Blob. @param document or its address */
export async function clientTypes(document: URL | object): Promise<string> {
  const types = await openapiTS(document as URL, {
    transform: (schema) => (isFile(schema) ? blob : undefined),
    // A key with a default may be left out of a request; answers have no defaults.
    defaultNonNullable: false,
  });
  return astToString(types);
}
