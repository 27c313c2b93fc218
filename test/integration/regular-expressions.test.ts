import { describe, expect, test } from 'bun:test';
import { findExpressions, superLinearity } from '../support/regular-expressions';

const root = `${import.meta.dir}/../..`;
const { literals, building } = await findExpressions(root);

describe('regular expressions of production code', () => {
  test('take time in proportion to their text, by their structure', () => {
    expect(literals.length).toBeGreaterThan(100);
    const faults = literals.flatMap((one) =>
      superLinearity(one).map((type) => `${one.place} /${one.source}/${one.flags} ${type}`),
    );
    expect(faults).toEqual([]);
  });

  /** These put lists of fixed words together. */
  test('are literals, so that they can be looked at', () => {
    expect(building).toEqual(['services/mto/engine/formula/parse.ts', 'shared/kernel/schema/kinds.ts']);
  });
});

describe('the look at their structure', () => {
  const faulty = [
    String.raw`\s*[€$]$`,
    String.raw`^\d+\.?\d*x`,
    ' *, *',
    '^(?:a+)+$',
    String.raw`^[\d.,]*\d[\d.,]*$`,
  ];

  test.each(faulty)('finds /%s/ by its structure', (source) => {
    expect(superLinearity({ source, flags: '' })).not.toEqual([]);
  });
});
