import { describe, expect, test } from 'bun:test';
import { clientAnswer } from '@consulting/clients-projects/routes/responses/client';
import type { DocumentPart } from '@consulting/kernel/http';
import { exampleOf } from '@consulting/kernel/schema';
import { Descriptions } from '../support/document-descriptions';
import { missingExamples, wrongExamples } from '../support/document-examples';
import { lint } from '../support/document-lint';
import { systemDocument } from '../support/system-document';

type Content = Record<'application/json', { example?: unknown }>;

type Json = Record<string, Record<string, unknown>>;

/** The schemas of the JSON body and of the JSON answers of an operation, refusals included. */
function jsonSchemasOf({ requestBody, responses }: Record<string, unknown>): Record<string, unknown>[] {
  const parts = [requestBody, ...Object.values(responses as object)] as { content?: Json }[];
  return parts.flatMap((part) =>
    Object.entries(part?.content ?? {})
      .filter(([type]) => /[/+]json$/.test(type))
      .map(([, { schema }]) => schema as Record<string, unknown>),
  );
}

type Operation = Record<'summary' | 'description', string>;

const operationsOf = ({ paths }: Pick<DocumentPart, 'paths'>): [string, Operation][] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): [string, Operation] => [
      `${method} ${path}`,
      operation as Operation,
    ]),
  );

/** The lengths of the schemas that stand in operations and in components, without those that they refer to. */
function schemaLengths(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'schema' ? [JSON.stringify(part).length] : schemaLengths(part),
  );
}

describe('the API document', () => {
  test('says of every operation in sentences what it does, other than its summary', () => {
    const silent = operationsOf(systemDocument()).filter(
      ([, { summary, description = '' }]) =>
        summary === '' || description.length < 20 || description === summary,
    );
    expect(silent.map(([place]) => place)).toEqual([]);
  });

  test('has no schema above 64 KiB, and none above 2 KiB that stands in an operation instead of under a name', () => {
    const { paths, components } = systemDocument();
    const named = Object.values(components.schemas).map((schema) => JSON.stringify(schema).length);
    expect(Math.max(...named)).toBeLessThan(65_536);
    expect(Math.max(...schemaLengths(paths))).toBeLessThan(2048);
  });

  test('names every body, page and record', () => {
    const { paths } = systemDocument();
    const unnamed = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        jsonSchemasOf(operation)
          .filter((schema) => schema.$ref === undefined && schema.type !== 'array')
          .map(() => `${method} ${path}`),
      ),
    );
    expect(unnamed).toEqual([]);
  });

  test('types files of forms and answers as binary', () => {
    const { paths, components } = systemDocument();
    const forms = Object.entries(components.schemas).filter(([name]) => name.endsWith('ImportForm'));
    expect(forms.map(([, { properties }]) => (properties as Json).file)).toEqual(
      forms.map(() => expect.objectContaining({ type: 'string', format: 'binary' })),
    );
    const template = paths['/api/v1/mto/template']?.get?.responses as Json;
    expect(JSON.stringify(template['200'])).toContain('"format":"binary"');
  });

  test('says of every property, parameter and header what it is', () => {
    const descriptions = new Descriptions(systemDocument());
    expect(descriptions.missingProperties()).toEqual([]);
    expect(descriptions.missingParameters()).toEqual([]);
  });

  test('a property or parameter that says nothing would be found', () => {
    const silent = { type: 'object', properties: { code: { type: 'string' } } };
    const reported = { type: 'object', properties: { code: { type: 'string', description: 'Code.' } } };
    const components = {
      schemas: {
        Silent: silent,
        Told: reported,
        Joined: { allOf: [{ $ref: '#/components/schemas/Told' }, silent] },
      },
      parameters: { Silent: { name: 'silent', in: 'query' } },
    };
    const found = new Descriptions({ paths: {}, components });
    expect(found.missingProperties()).toEqual(['#/components/schemas/Silent/properties/code']);
    expect(found.missingParameters()).toEqual(['components Silent']);
  });

  test('has an example for every JSON body and answer, which its schema allows', () => {
    const document = systemDocument();
    expect(missingExamples(document)).toEqual([]);
    expect(wrongExamples(document)).toEqual([]);
  }, 300_000);

  test('a missing or wrong example would be found', () => {
    const document = structuredClone(systemDocument());
    const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/v1/clients'));
    document.paths = Object.fromEntries(paths);
    const { post } = document.paths['/v1/clients'] as { post: { requestBody: { content: Content } } };
    const content = post.requestBody.content['application/json'];
    content.example = { code: 'BOR' };
    document.components.examples.Client = {
      value: { ...(exampleOf(clientAnswer) as object), colour: 'red' },
    };
    expect(wrongExamples(document)).toEqual([
      expect.stringContaining('post /v1/clients: '),
      expect.stringContaining('post /v1/clients 201: '),
      expect.stringContaining('put /v1/clients/{clientId} 200: '),
    ]);
    delete content.example;
    expect(missingExamples(document)).toEqual(['post /v1/clients']);
  });

  test('a fault would be found', async () => {
    const { openapi, info, servers } = systemDocument();
    const { license, ...rest } = info;
    expect(await lint({ openapi, servers, info, paths: {} })).toEqual([]);
    expect(await lint({ openapi, servers, info: rest, paths: {} })).toEqual([
      expect.stringContaining('info-license'),
    ]);
  });
});
