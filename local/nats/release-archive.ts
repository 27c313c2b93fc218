import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemEnvironment } from '../system-environment';

const version = '2.14.5';
const timeoutMs = 120_000;

const sha256: Record<string, string> = {
  'linux-amd64': '5e3b603d47c447bda1f77f9ac16dbf91c90aac4ff3681f8fbbc7201e4ed99355',
  'linux-arm64': '673a98d3faa79dde3f9ebf16d6dfac36a5f694e7ad2015e4954dd7939c85cd4c',
  'darwin-amd64': 'f95c98d6b6ed2b63c5681b46b092c9585c99767d537cf495730c329234625e96',
  'darwin-arm64': 'ddd907854d9a2de834af133fa396915fe6442fe6d8909ae31390d1ea7a0fea50',
};

export type Archive = { url: string; sha256: string };

export function releaseArchive(): Archive | undefined {
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const digest = sha256[platform];
  const url = `https://github.com/nats-io/nats-server/releases/download/v${version}/nats-server-v${version}-${platform}.tar.gz`;
  return digest ? { url, sha256: digest } : undefined;
}

/**
 * Fetches the NATS server from an archive and takes it only when its digest is the expected one.
 * @param program where to put it
 * @returns false where the archive cannot be had or is another one
 */
export async function fetchArchive(archive: Archive, program: string): Promise<boolean> {
  const response = await fetch(archive.url, { signal: AbortSignal.timeout(timeoutMs) }).catch(
    () => undefined,
  );
  if (!response?.ok) return false;
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (createHash('sha256').update(bytes).digest('hex') !== archive.sha256) return false;
  mkdirSync(dirname(program), { recursive: true });
  const folder = mkdtempSync(join(dirname(program), 'fetch-'));
  try {
    const tar = Bun.spawnSync(['tar', '-xzf', '-', '--strip-components=1'], {
      cwd: folder,
      env: systemEnvironment(),
      stdin: bytes,
    });
    if (tar.exitCode !== 0) return false;
    renameSync(join(folder, 'nats-server'), program);
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
