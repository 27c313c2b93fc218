import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '..', '..');
const page = readFileSync(join(root, 'docs/threat-model.md'), 'utf8');
const bounds = page.slice(page.indexOf('## Bounds'));
const rows = [...bounds.matchAll(/^\| ([^|]+) \| ([^|]+) \| `([^`|]+)` `([^`|]+)` \|/gm)];

describe('docs/threat-model.md', () => {
  test('has a table of bounds', () => {
    expect(rows.length).toBeGreaterThan(15);
  });

  test.each(rows.map(([, bound = '', value = '', file = '', text = '']) => [bound, value, file, text]))(
    '%s: %s stands in %s',
    (_bound, _value, file, text) => {
      expect(readFileSync(join(root, file), 'utf8')).toContain(text);
    },
  );
});
