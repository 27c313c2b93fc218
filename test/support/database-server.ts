import { appendFileSync, cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patience } from '@consulting/kernel/postgres/driver/pool';
import { startPostgres } from '@consulting/local/postgres/postgres';
import { freePort } from '@consulting/local/process/free-port';
import { ended, processesIn, signal } from '@consulting/local/process/process-table';
import postgres from 'postgres';

const probeMsUsual = 1000;

/** A Postgres server of a test's own, at an address that it keeps, which can go away in every way that servers do. */
export class DatabaseServer {
  #server: Awaited<ReturnType<typeof startPostgres>> | null = null;

  private constructor(
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async start(): Promise<DatabaseServer> {
    patience.probeMs = probeMsUsual;
    const server = new DatabaseServer(mkdtempSync(join(tmpdir(), 'consulting-database-')), await freePort());
    await server.start();
    return server;
  }

  get url(): string {
    if (!this.#server) throw new Error('The server has not been started.');
    return this.#server.url;
  }

  get pid(): number {
    return this.#server?.pid ?? 0;
  }

  async start(): Promise<void> {
    this.#server = await startPostgres({ dataDir: this.#dataDir, port: this.port });
  }

  async stop(): Promise<void> {
    this.thaw();
    await this.#server?.stop();
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    const pids = this.#processes();
    for (const pid of pids) signal(pid, 'SIGKILL');
    await Promise.all(pids.map((pid) => ended(pid, 10_000)));
    await this.#server?.exited;
  }

  /** Lets it take connections and say nothing, as a machine that hangs. */
  freeze(): void {
    for (const pid of this.#processes()) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.#processes()) signal(pid, 'SIGCONT');
  }

  /** Runs one statement as the superuser. */
  async run<T extends object>(statement: string): Promise<T[]> {
    const admin = postgres(this.url, { max: 1, onnotice: () => {} });
    try {
      return [...(await admin.unsafe<T[]>(statement))];
    } finally {
      await admin.end({ timeout: 1 });
    }
  }

  /** A standby becomes a server that takes writes. */
  async promote(): Promise<void> {
    await this.run('select pg_promote()');
  }

  /** A second server that follows this one under a name; this one is stopped for a moment. */
  async addStandby(name = 'standby'): Promise<DatabaseServer> {
    const standby = new DatabaseServer(mkdtempSync(join(tmpdir(), 'consulting-standby-')), await freePort());
    await this.stop();
    cpSync(this.#dataDir, standby.#dataDir, { recursive: true });
    await this.start();
    const { username, password } = new URL(this.url);
    writeFileSync(join(standby.#dataDir, 'standby.signal'), '');
    const primary = `host=127.0.0.1 port=${this.port} user=${username} password=${password} application_name=${name}`;
    appendFileSync(join(standby.#dataDir, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
    await standby.start();
    return standby;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  get #dataDir(): string {
    return join(this.folder, 'data');
  }

  #processes(): number[] {
    return processesIn(realpathSync(this.#dataDir));
  }
}
