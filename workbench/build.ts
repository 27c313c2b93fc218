import { join } from 'node:path';

export const builtFolder = join(import.meta.dir, 'dist');

/** Bundles the page into `dist`, each file but the page itself under a name that changes with its content. */
export async function buildWorkbench(): Promise<void> {
  await Bun.build({
    entrypoints: [join(import.meta.dir, 'index.html')],
    outdir: builtFolder,
    target: 'browser',
    splitting: true,
    minify: true,
    publicPath: '/app/',
    define: { 'process.env.NODE_ENV': '"production"' },
    naming: { entry: '[name].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
  });
}

if (import.meta.main) await buildWorkbench();
