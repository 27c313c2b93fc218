import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';

/** LibreOffice opens each file and saves it as `target`: a file type, with its filter and options after a colon. */
export async function resave(files: readonly File[], target: string): Promise<File[]> {
  const folder = await mkdtemp(join(tmpdir(), 'consulting-office-'));
  try {
    const sources = files.map((file, at) => join(folder, `${at}${extname(file.name)}`));
    for (const [at, file] of files.entries()) await Bun.write(sources[at] ?? '', file);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const saved = join(folder, 'saved');
    const office = Bun.spawn(
      [
        'soffice',
        profile,
        '--headless',
        '--norestore',
        '--convert-to',
        target,
        '--outdir',
        saved,
        ...sources,
      ],
      { env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' }, stdout: 'pipe', stderr: 'pipe' },
    );
    const [exitCode, said] = await Promise.all([office.exited, new Response(office.stderr).text()]);
    const extension = target.split(':')[0];
    const results = sources.map((source) =>
      Bun.file(join(saved, `${basename(source, extname(source))}.${extension}`)),
    );
    for (const result of results)
      if (!(await result.exists())) throw new Error(`LibreOffice saved nothing (${exitCode}): ${said}`);
    return await Promise.all(
      results.map(async (result, at) => {
        const name = files[at]?.name ?? 'takeoff';
        return new File([await result.arrayBuffer()], `${basename(name, extname(name))}.${extension}`);
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
