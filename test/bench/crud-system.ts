import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@consulting/local/postgres/postgres';
import { freePorts } from '@consulting/local/process/free-port';
import { startTestNats } from '@consulting/local/test-servers';
import postgres, { type Sql } from 'postgres';
import { send, sendForm, startService } from './export-system';

const names = ['clients-projects', 'crews-rates', 'equipment-wbs', 'mto'] as const;
export type Owner = (typeof names)[number];

// biome-ignore lint/suspicious/noExplicitAny: records of every shape
type Answer = any;

/** The services that price crews, each in a process of its own, on throw-away servers. */
export interface CrudSystem {
  sql: Sql;
  databaseUrl: string;
  natsUrl: string;
  urlOf(owner: Owner): string;
  /** GET, or POST of JSON. @throws when the answer is not a success */
  ask(owner: Owner, path: string, json?: object): Promise<Answer>;
  /** POST of a form. @throws when the answer is not a success */
  upload(owner: Owner, path: string, form: FormData): Promise<Answer>;
  stop(): Promise<void>;
}

export async function openCrudSystem(): Promise<CrudSystem> {
  const dataDir = mkdtempSync(join(tmpdir(), 'consulting-postgres-'));
  const database = await startPostgres({ dataDir, throwaway: true });
  const [nats, ports] = await Promise.all([startTestNats(), freePorts(names.length)]);
  const environment = {
    ...process.env,
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    MTO_ROLE: 'api',
  };
  const started = await Promise.all(
    names.map(async (name, at) => [name, await startService(name, environment, ports[at] ?? 0)] as const),
  );
  const running = new Map<Owner, Awaited<ReturnType<typeof startService>>>(started);
  const urlOf = (owner: Owner) => running.get(owner)?.url ?? '';
  const sql = postgres(database.url, { max: 2, onnotice: () => {} });
  return {
    sql,
    databaseUrl: database.url,
    natsUrl: nats.url,
    urlOf,
    ask: async (owner, path, json) => answerOf(path, await send(urlOf(owner), path, json)),
    upload: async (owner, path, form) => answerOf(path, await sendForm(urlOf(owner) + path, form)),
    async stop() {
      const processes = [...running.values()].map((one) => one.process);
      for (const one of processes) one.kill('SIGTERM');
      await Promise.all([...processes.map((one) => one.exited), sql.end()]);
      await nats.stop();
      await database.stop();
    },
  };
}

async function answerOf(path: string, response: Response): Promise<Answer> {
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
