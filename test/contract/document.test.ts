import { describe, expect, test } from 'bun:test';
import { clientAnswer } from '@consulting/clients-projects/routes/responses/client';
import { exampleOf } from '@consulting/kernel/fields/example';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Descriptions } from '../support/document-descriptions';
import { missingExamples, wrongExamples } from '../support/document-examples';
import { systemDocument } from '../support/system-document';

/**
 * Everything of the strict rules, and rules that they leave off. The source documents give `/crews/trades/{tradeCode}` and
 * `/crews/{crewId}/duplicate`; literal segments come first.
 */
const rules = {
  extends: ['recommended-strict' as const],
  rules: {
    'no-ambiguous-paths': 'off' as const,
    'no-invalid-media-type-examples': { severity: 'error' as const, allowAdditionalProperties: true },
    'component-name-unique': 'error' as const,
    'operation-singular-tag': 'error' as const,
    'operation-tag-defined': 'error' as const,
    'operation-4xx-problem-details-rfc7807': 'error' as const,
    'parameter-description': 'error' as const,
  },
};

type Content = Record<'application/json', { example?: unknown }>;

async function lint(document: object): Promise<string[]> {
  const source = JSON.stringify(document, null, 1);
  const problems = await lintFromString({ source, config: await createConfig(rules) });
  return problems.map(
    ({ ruleId, severity, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`,
  );
}

describe('the API document', () => {
  test('passes a strict linter without an error or a warning, with and without an identity provider', async () => {
    expect(await lint(systemDocument())).toEqual([]);
    expect(await lint(systemDocument(null))).toEqual([]);
  }, 60_000);

  test('says of every property, parameter and header what it is', () => {
    const descriptions = new Descriptions(systemDocument());
    expect(descriptions.missingProperties()).toEqual([]);
    expect(descriptions.missingParameters()).toEqual([]);
  });

  test('a property or parameter that says nothing would be found', () => {
    const silent = { type: 'object', properties: { code: { type: 'string' } } };
    const told = { type: 'object', properties: { code: { type: 'string', description: 'Code.' } } };
    const components = {
      schemas: {
        Silent: silent,
        Told: told,
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
  }, 60_000);

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
    const { info, ...document } = systemDocument();
    const { license, ...rest } = info;
    expect(await lint({ ...document, info: rest })).toEqual([expect.stringContaining('info-license')]);
  });
});
