/** `check` runs this: folders import in one direction, packages stay small, and doc comments few. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { Glob } from 'bun';

const docCommentsMax = 1_000;
const packageLinesMax = 15_000;

const roots = 'services,shared,gateway,workbench,local,client,example';
const isTest = (file: string) => /\.test\.tsx?$|\/fixtures\/|\/testing\//.test(file);
const isLeftOut = (file: string) =>
  /(^|\/)(node_modules|dist|migrations)\/|^client\/api\.ts$|\/language\/placeholders\.ts$/.test(file);
const filesMatching = (pattern: string) =>
  [...new Glob(pattern).scanSync('.')].filter((file) => !isLeftOut(file)).sort();

interface Manifest {
  name: string;
}

const packages = new Map(
  filesMatching(`{${roots}}/**/package.json`).map((file) => [
    dirname(file),
    (JSON.parse(readFileSync(file, 'utf8')) as Manifest).name,
  ]),
);

const packageOf = (file: string): string =>
  [...packages.keys()]
    .filter((folder) => file.startsWith(`${folder}/`))
    .reduce((longest, folder) => (folder.length > longest.length ? folder : longest), '');

function fileOf(importer: string, specifier: string): string | undefined {
  const found = [...packages].find(([, name]) => specifier === name || specifier.startsWith(`${name}/`));
  const base = specifier.startsWith('.')
    ? normalize(join(dirname(importer), specifier))
    : found && found[0] + specifier.slice(found[1].length);
  return base && [`${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find((file) => existsSync(file));
}

const statement = /(?:^|\n)\s*(?:import|export)\s+(?:type\s+)?(?:[^'";]*?from\s+)?['"]([^'"]+)['"]/g;

function importsOfFolders(sources: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const [file, text] of sources)
    for (const [, specifier] of text.matchAll(statement)) {
      const target = fileOf(file, specifier as string);
      if (target === undefined || isTest(target) || dirname(target) === dirname(file)) continue;
      const known = imports.get(dirname(file)) ?? new Set();
      imports.set(dirname(file), known.add(dirname(target)));
    }
  return imports;
}

/** The first circle found from each folder, as a path that ends where it begins. */
function* circles(imports: ReadonlyMap<string, ReadonlySet<string>>): Generator<string> {
  const done = new Set<string>();
  function* visit(folder: string, path: readonly string[]): Generator<string> {
    if (path.includes(folder)) yield [...path.slice(path.indexOf(folder)), folder].join(' -> ');
    if (done.has(folder)) return;
    done.add(folder);
    for (const next of imports.get(folder) ?? []) yield* visit(next, [...path, folder]);
  }
  for (const folder of imports.keys()) yield* visit(folder, []);
}

function* faults(sources: ReadonlyMap<string, string>): Generator<string> {
  for (const circle of circles(importsOfFolders(sources)))
    yield `Folders import each other: ${circle}. What both need belongs into a folder below them.`;
  const lines = new Map<string, number>();
  let docComments = 0;
  for (const [file, text] of sources) {
    const owner = packageOf(file);
    lines.set(owner, (lines.get(owner) ?? 0) + text.split('\n').length - 1);
    docComments += text.split('/**').length - 1;
  }
  for (const [owner, count] of lines) {
    if (count > packageLinesMax)
      yield `${owner} has ${count} lines, ${packageLinesMax} at most: it is more than one room.`;
  }
  if (docComments > docCommentsMax)
    yield `There are ${docComments} doc comments, ${docCommentsMax} at most: keep those that say why.`;
}

const product = filesMatching(`{${roots}}/**/*.{ts,tsx}`).filter((file) => !isTest(file));
const found = [...faults(new Map(product.map((file) => [file, readFileSync(file, 'utf8')])))];
for (const fault of found) console.error(fault);
process.exitCode = found.length > 0 ? 1 : 0;
