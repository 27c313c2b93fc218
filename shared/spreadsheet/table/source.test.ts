import { expect, test } from 'bun:test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesSource, fileSource } from './source';

test('a file and bytes in memory read alike', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'source-'));
  try {
    const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index);
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    const file = await fileSource(path);
    for (const source of [file, bytesSource(bytes)]) {
      expect(source.size).toBe(1000);
      expect(Array.from(await source.read(10, 5))).toEqual([10, 11, 12, 13, 14]);
      expect(await source.read(0, 1000)).toHaveLength(1000);
      expect(await source.read(1000, 0)).toHaveLength(0);
    }
    await file.close();
    await expect(fileSource(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
