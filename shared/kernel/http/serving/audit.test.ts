import { expect, test } from 'bun:test';
import type { Logger } from '../../process';
import { audit } from './audit';

test('parts of a path stand in an audit line in a fixed length', () => {
  const lines: unknown[] = [];
  const add = (_message: string, facts?: unknown) => void lines.push(facts);
  const log: Logger = { debug: add, info: add, warn: add, error: add, with: () => log };
  audit(log, 'v1.clients.delete', { clientId: 'x'.repeat(15_000) }, 404, {});
  expect(lines).toMatchObject([{ record: { clientId: `${'x'.repeat(199)}…` }, outcome: 'refused' }]);
});
