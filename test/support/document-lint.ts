import { createConfig, lintFromString } from '@redocly/openapi-core';

/**
 * The rules that redocly recommends, in their strict form, and rules that these leave off. The source documents give
 * `/crews/trades/{tradeCode}` and `/crews/{crewId}/duplicate`, which differ: literal segments come first, and a crew has a UUID.
 */
const rules = {
  extends: ['recommended-strict' as const],
  rules: {
    'no-ambiguous-paths': 'off' as const,
    'component-name-unique': 'error' as const,
    'operation-description': 'error' as const,
    'operation-singular-tag': 'error' as const,
    'operation-tag-defined': 'error' as const,
    'operation-4xx-problem-details-rfc7807': 'error' as const,
    'parameter-description': 'error' as const,
  },
};

export async function lint(document: object): Promise<string[]> {
  const source = JSON.stringify(document, null, 1);
  const problems = await lintFromString({ source, config: await createConfig(rules) });
  return problems.map(
    ({ ruleId, severity, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`,
  );
}
