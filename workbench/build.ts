import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { watch } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const here = import.meta.dir;
const sources = [
  ...['page', 'takeoff', 'explanation', 'price-books', 'takeoff-lines', 'labour', 'foundation', 'design'],
  '../example',
];
const sourceFoldersOf = (folder: string) => sources.map((name) => join(folder, name));
const builtPageOf = (folder: string) => join(folder, 'dist/index.html');
const others = ['index.html', 'icon.svg', 'package.json', 'build.ts', '../client/connect.ts', '../bun.lock'];

const freshPrefix = '.build-';

const outdatedStoredMs = 60 * 60 * 1000;

const modifiedMs = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Folders are compared as well, because only their times show that a file is gone. */
export function isBuilt(folder = here): boolean {
  const sources = sourceFoldersOf(folder).filter(existsSync).flatMap(withContent);
  const all = [...sources, ...others.map((name) => join(folder, name))];
  const builtMs = modifiedMs(builtPageOf(folder));
  return all.every((file) => modifiedMs(file) <= builtMs);
}

function withContent(folder: string): string[] {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [folder, ...inside.map((name) => join(folder, name))];
}

/** Several processes may build at once, and a gateway may serve meanwhile. */
export async function buildWorkbench(folder = here): Promise<void> {
  if (isBuilt(folder)) return;
  const startedAt = new Date();
  const fresh = mkdtempSync(join(folder, freshPrefix));
  try {
    await Bun.build({
      entrypoints: [join(folder, 'index.html')],
      outdir: fresh,
      target: 'browser',
      splitting: true,
      minify: true,
      publicPath: '/app/',
      define: { 'process.env.NODE_ENV': '"production"' },
      naming: { entry: '[name].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    });
    publish(fresh, builtPageOf(folder), startedAt);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Every name but that of the page changes with its content, so the page comes last and never lacks a part. */
function publish(fresh: string, builtPage: string, startedAt: Date): void {
  const builtFolder = dirname(builtPage);
  mkdirSync(builtFolder, { recursive: true });
  const parts = readdirSync(fresh).filter((name) => name !== 'index.html');
  for (const name of parts) renameSync(join(fresh, name), join(builtFolder, name));
  const page = join(fresh, 'index.html');
  utimesSync(page, startedAt, startedAt);
  renameSync(page, builtPage);
  const outdatedMs = startedAt.getTime() - outdatedStoredMs;
  removeOlder(builtFolder, outdatedMs, (name) => name !== 'index.html' && !parts.includes(name));
  removeOlder(dirname(builtFolder), outdatedMs, (name) => name.startsWith(freshPrefix));
}

function removeOlder(folder: string, thanMs: number, isMeant: (name: string) => boolean): void {
  for (const name of readdirSync(folder).filter(isMeant)) {
    const file = join(folder, name);
    if (modifiedMs(file) < thanMs) rmSync(file, { recursive: true, force: true });
  }
}

export async function watchWorkbench(say: (line: string) => void): Promise<void> {
  const build = () =>
    buildWorkbench().then(
      () => say('The workbench is built.'),
      (error) => say(Bun.inspect(error)),
    );
  await build();
  const buildAfterChanges = async (folder: string) => {
    for await (const _ of watch(folder, { recursive: true })) if (!isBuilt()) await build();
  };
  await Promise.all(sourceFoldersOf(here).map(buildAfterChanges));
}

if (import.meta.main) await buildWorkbench();
