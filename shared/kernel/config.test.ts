import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, setting } from './config';

const settings = { SECRET: setting.secret(8), COUNT: setting.integer(5, 1, 9) };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'consulting-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a variable wins over the file that is named beside it, and a file gives the rest', () => {
  const file = join(folder, 'secret');
  writeFileSync(file, 'from a file\n');
  expect(readSettings(settings, { SECRET_FILE: file, COUNT: '7' })).toEqual({
    SECRET: 'from a file',
    COUNT: 7,
  });
  expect(readSettings(settings, { SECRET_FILE: file, SECRET: 'from outside' }).SECRET).toBe('from outside');
});

test('all faults at once, without the value of a secret', () => {
  const faults = () => readSettings(settings, { SECRET: 'short', COUNT: '10' });
  expect(faults).toThrow(
    'SECRET must be at least 8 bytes long.\nCOUNT must be a whole number from 1 to 9, not "10".',
  );
  expect(() => readSettings(settings, { SECRET_FILE: join(folder, 'none') })).toThrow(
    /SECRET_FILE names .* cannot be read/,
  );
});
