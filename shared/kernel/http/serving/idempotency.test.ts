import { describe, expect, test } from 'bun:test';
import { DomainError } from '../../schema';
import { fingerprintOfJson, fingerprintOfUpload, idempotencyKey } from './idempotency';
import type { Upload } from './upload';

const withKey = (key?: string) =>
  new Request('http://localhost/', { headers: key === undefined ? {} : { 'idempotency-key': key } });

describe('idempotencyKey', () => {
  test('absent, and of 1 to 200 characters', () => {
    expect(idempotencyKey(withKey())).toBeUndefined();
    expect(idempotencyKey(withKey('k'))).toBe('k');
    expect(idempotencyKey(withKey('k'.repeat(200)))).toHaveLength(200);
  });

  test('VALIDATION_ERROR: empty and of 201 characters', () => {
    for (const key of ['', 'k'.repeat(201)]) expect(() => idempotencyKey(withKey(key))).toThrow(DomainError);
  });
});

describe('fingerprintOfJson', () => {
  test('equal for equal bodies only', async () => {
    const bodies = [
      { a: 1 },
      { a: '1' },
      [1],
      null,
      'a',
      undefined,
      {},
      { a: [] },
      { a: [1, null] },
      { b: { c: [1] }, a: ['x', {}] },
    ];
    const prints = await Promise.all(bodies.map(fingerprintOfJson));
    expect(new Set(prints).size).toBe(bodies.length);
    const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex');
    expect(prints).toEqual(bodies.map((body) => sha256(JSON.stringify(body) ?? '')));
  });

  test('INVALID_JSON: nested too deeply to be compared', async () => {
    const deep = JSON.parse('['.repeat(300_000) + ']'.repeat(300_000));
    await expect(fingerprintOfJson(deep)).rejects.toThrow('nested too deeply');
  });
});

describe('fingerprintOfUpload', () => {
  const upload: Upload = {
    fields: new Map([
      ['a', ['1']],
      ['b', ['2', '3']],
    ]),
    file: { name: 'a.csv', bytes: 1, sha256: 'x' },
    faults: [],
  };
  const print = (more: Partial<Upload>) => fingerprintOfUpload({ ...upload, ...more });

  test('the order of parts does not count', () => {
    const reversed = new Map([...upload.fields].toReversed());
    expect(print({ fields: reversed })).toBe(print({}));
  });

  test('fields, file name and file content count', () => {
    const different = [
      print({}),
      print({ fields: new Map([['a', ['1']]]) }),
      print({ file: null }),
      print({ file: { name: 'b.csv', bytes: 1, sha256: 'x' } }),
      print({ file: { name: 'a.csv', bytes: 1, sha256: 'y' } }),
    ];
    expect(new Set(different).size).toBe(different.length);
  });
});
