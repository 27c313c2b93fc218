import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const blob = ts.factory.createTypeReferenceNode('Blob');

const isFile = (schema: object) => 'format' in schema && schema.format === 'binary';

export async function clientTypes(document: URL | object): Promise<string> {
  const types = await openapiTS(document as URL, {
    transform: (schema) => (isFile(schema) ? blob : undefined),
    // A key with a default may be left out of a request; answers have no defaults.
    defaultNonNullable: false,
  });
  return astToString(types);
}
