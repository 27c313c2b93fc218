import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWorkbench, isBuilt } from '@consulting/workbench/build';

let folder: string;
const at = (name: string) => join(folder, name);
const pageMs = () => statSync(at('dist/index.html')).mtimeMs;
const parts = () => readdirSync(at('dist')).filter((name) => name !== 'index.html');
const page = () => Bun.file(at('dist/index.html')).text();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workbench-'));
  mkdirSync(at('page'));
  writeFileSync(at('index.html'), '<script type="module" src="./page/main.ts"></script>');
  writeFileSync(at('page/main.ts'), 'console.log("first");');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The file is a second newer than the build, however coarse the times of the disk are. */
function write(name: string, content: string): void {
  writeFileSync(at(name), content);
  const later = new Date(pageMs() + 1000);
  utimesSync(at(name), later, later);
}

test('build: the page names a part that is there, and nothing else is left behind', async () => {
  expect(isBuilt(folder)).toBe(false);
  await buildWorkbench(folder);
  expect(isBuilt(folder)).toBe(true);
  expect(parts()).toHaveLength(1);
  expect(await page()).toContain(`/app/${parts()[0]}`);
  expect(readdirSync(folder).sort()).toEqual(['dist', 'index.html', 'page']);
});

test('build: a second one leaves everything as it is, one after a change does not', async () => {
  await buildWorkbench(folder);
  const before = statSync(at('dist/index.html')).ino;
  await buildWorkbench(folder);
  expect(statSync(at('dist/index.html')).ino).toBe(before);
  write('page/main.ts', 'console.log("second");');
  expect(isBuilt(folder)).toBe(false);
  await buildWorkbench(folder);
  expect(statSync(at('dist/index.html')).ino).not.toBe(before);
});

test('build: the parts of the page before stay for those who have it open, those of long ago go', async () => {
  await buildWorkbench(folder);
  const [first = ''] = parts();
  write('page/main.ts', 'console.log("second");');
  await buildWorkbench(folder);
  expect(parts()).toContain(first);
  utimesSync(at(`dist/${first}`), 0, 0);
  write('page/main.ts', 'console.log("third");');
  await buildWorkbench(folder);
  expect(parts()).toHaveLength(2);
  expect(existsSync(at(`dist/${first}`))).toBe(false);
});

test('build: one that fails leaves the page that is served', async () => {
  await buildWorkbench(folder);
  const before = await page();
  write('page/main.ts', 'import "./missing";');
  await expect(buildWorkbench(folder)).rejects.toThrow();
  expect(await page()).toBe(before);
  expect(readdirSync(folder).sort()).toEqual(['dist', 'index.html', 'page']);
});

test('build: several at once give one page with its part', async () => {
  await Promise.all(Array.from({ length: 4 }, () => buildWorkbench(folder)));
  expect(parts()).toHaveLength(1);
  expect(await page()).toContain(`/app/${parts()[0]}`);
});

test('build: the service worker names every part and the page that it belongs to', async () => {
  mkdirSync(at('installed'));
  writeFileSync(at('installed/manifest.webmanifest'), '{}');
  writeFileSync(at('installed/service-worker.ts'), 'console.log(PARTS, PAGE_SHA256);');
  await buildWorkbench(folder);
  const worker = await Bun.file(at('dist/service-worker.js')).text();
  const [part = ''] = parts().filter((name) => name.startsWith('index-'));
  expect(worker).toContain(`["${part}"]`);
  expect(worker).toContain(new Bun.CryptoHasher('sha256').update(await page()).digest('hex'));
  expect(parts().sort()).toEqual([part, 'manifest.webmanifest', 'service-worker.js']);
});
