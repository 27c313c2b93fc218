import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@consulting/local/process/free-port';
import postgres from 'postgres';
import { until } from './until';

const program = '/usr/sbin/pgbouncer';

/** Debian's pgbouncer before a server, with its own settings but for the ones given. */
export async function startPooler(serverUrl: string, settings: Record<string, string | number>) {
  const folder = mkdtempSync(join(tmpdir(), 'consulting-pooler-'));
  const port = await freePort();
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const login = `user=${username}${password ? ` password=${password}` : ''}`;
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: port,
    auth_type: 'any',
    ...settings,
  });
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]\n* = host=${hostname} port=${serverPort} ${login}\n[pgbouncer]\n${lines.map(([name, value]) => `${name} = ${value}\n`).join('')}unix_socket_dir =\n`,
  );
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler = Bun.spawn([program, '-q', ...asNobody, file], { stdio: ['ignore', 'ignore', 'ignore'] });
  const url = serverUrl.replace(`:${serverPort}`, `:${port}`);
  await until(async () => {
    const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 1 });
    return sql`select 1`
      .then(
        () => true,
        () => false,
      )
      .finally(() => sql.end({ timeout: 0 }));
  });
  return {
    url,
    async stop(): Promise<void> {
      pooler.kill('SIGKILL');
      await pooler.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
