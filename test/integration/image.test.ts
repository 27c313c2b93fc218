import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dir, '../..');
const text = (file: string) => readFileSync(join(root, file), 'utf8');

/** The rules of .dockerignore, of which the last one that fits a file or a folder above it counts. */
const rules = text('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ isUnchanged: line.startsWith('!'), glob: new Bun.Glob(line.replace(/^!/, '')) }));

function isSent(file: string): boolean {
  const parts = file.split('/');
  const paths = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  return rules.findLast(({ glob }) => paths.some((path) => glob.match(path)))?.isUnchanged ?? true;
}

/** What the last stage takes from the folder itself. */
const copied = [
  ...(
    text('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? ''
  ).matchAll(/^COPY (?!--from)(\S+) \S+$/gm),
].map(([, source]) => `${source}/`);

const tracked = (await Bun.$`git ls-files --cached --others --exclude-standard`.cwd(root).text())
  .trim()
  .split('\n');
const inImage = tracked.filter((file) => copied.some((folder) => file.startsWith(folder)) && isSent(file));

const packages = new Map(
  tracked
    .filter((file) => file.endsWith('package.json'))
    .map((file) => [JSON.parse(text(file)).name as string, dirname(file)]),
);

const transpiler = new Bun.Transpiler({ loader: 'ts' });

/** Modules that a module imports, and files that it opens beside itself. */
function neededBy(file: string): string[] {
  const source = text(file);
  const imported = transpiler.scan(source).imports.map(({ path }) => path);
  const types = [...source.matchAll(/from '([^']+)'/g)].map(([, path]) => path ?? '');
  const opened = [...source.matchAll(/new URL\('(\.[^']+)', import\.meta\.url\)/g)].map(
    ([, path]) => path ?? '',
  );
  return [...imported, ...types, ...opened].flatMap((path) => {
    const found = path.startsWith('.') ? join(dirname(file), path) : ofPackage(path);
    const names = found === undefined ? [] : [found, `${found}.ts`, join(found, 'index.ts')];
    return names.find((name) => /\.(ts|json)$/.test(name) && existsSync(join(root, name))) ?? [];
  });
}

function ofPackage(path: string): string | undefined {
  const [, name = '', rest = ''] = /^(@consulting\/[^/]+)(?:\/(.+))?$/.exec(path) ?? [];
  const folder = packages.get(name);
  return folder && join(folder, rest);
}

/** Run by hand or beside the processes. */
const commands = ['services/identity/commands/api-key.ts', 'shared/kernel/stream-keeper.ts'];

test('the image has what its processes run and nothing else: no test, no fixture', () => {
  const programs = inImage.filter((file) => /^(gateway|services\/[^/]+)\/index\.ts$/.test(file));
  expect(programs).toHaveLength(6);
  const needed = new Set([...programs, ...commands]);
  for (const file of needed) if (file.endsWith('.ts')) for (const other of neededBy(file)) needed.add(other);
  const modules = inImage.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
  expect(modules.filter((file) => !needed.has(file))).toEqual([]);
  expect([...needed].filter((file) => !inImage.includes(file))).toEqual([]);
});
