import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { watch } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BunPlugin } from 'bun';

const here = import.meta.dir;
// Every folder holds sources but what is installed and what was built.
const sourceFoldersOf = (folder: string) => [
  ...readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$|dist$)/.test(entry.name))
    .map(({ name }) => join(folder, name)),
  join(folder, '../example'),
];
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

const otherLanguages =
  /\/react-aria[\w-]*\/.*\/intl\/.*\/(?!en-US|fr-FR|de-DE|es-ES)[a-z]{2}-[A-Z]{2}\.m?js$/;

// React Aria has its words in thirty languages, of which the page speaks four.
const spokenLanguages: BunPlugin = {
  name: 'spoken languages',
  setup: (build) => {
    build.onLoad({ filter: otherLanguages }, () => ({ contents: 'export default {}', loader: 'js' }));
  },
};

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
      plugins: [spokenLanguages],
      publicPath: '/app/',
      define: { 'process.env.NODE_ENV': '"production"' },
      naming: { entry: '[name].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    });
    if (existsSync(join(folder, 'installed'))) await addInstalled(join(folder, 'installed'), fresh);
    publish(fresh, builtPageOf(folder), startedAt);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

const installedLinks =
  '<link rel="manifest" href="/app/manifest.webmanifest"><link rel="apple-touch-icon" href="/app/icon-192.png">';

// What makes the page one that can be installed is asked for by names that stay; the service worker names all other parts.
async function addInstalled(installed: string, fresh: string): Promise<void> {
  const page = readFileSync(join(fresh, 'index.html'), 'utf8').replace('</head>', `${installedLinks}</head>`);
  // The style of the page is that of all its views; the styles of single parts are not asked for.
  const parts = readdirSync(fresh).filter((name) => name.endsWith('.js') || page.includes(name));
  writeFileSync(join(fresh, 'index.html'), page);
  for (const name of readdirSync(installed))
    if (!name.endsWith('.ts')) copyFileSync(join(installed, name), join(fresh, name));
  await Bun.build({
    entrypoints: [join(installed, 'service-worker.ts')],
    outdir: fresh,
    target: 'browser',
    minify: true,
    define: {
      PARTS: JSON.stringify(parts),
      PAGE_SHA256: JSON.stringify(new Bun.CryptoHasher('sha256').update(page).digest('hex')),
    },
  });
}

/** Names of parts change with their content, so the page comes last and never lacks a part. */
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
