import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepStream } from '@consulting/kernel/nats';
import { databaseVariable, serviceLog } from '@consulting/kernel/process';
import { startNats } from '../nats/nats';
import { type NatsUsers, natsUsers } from '../nats/users';
import { makeLogins } from '../postgres/logins';
import { startPostgres } from '../postgres/postgres';
import { schemaOf } from '../process/processes';
import type { RunningServer } from '../process/server';
import { type Reports, type Supervised, supervise } from '../process/supervisor';
import type { RunFolder } from './run-folder';
import type { Environment, SystemSettings } from './settings';

type Options = {
  settings: SystemSettings;
  environment: Environment;
  services: string[];
  folder: RunFolder;
  reports: Reports;
  add(start: () => Supervised[]): Promise<RunningServer[]>;
};

export type Servers = {
  ports: Record<string, number>;
  environmentOf(process: string): Environment;
  stop(): Promise<void>;
};

type Connections = Pick<Servers, 'ports' | 'environmentOf'>;

async function startDatabase({
  settings,
  environment,
  services,
  folder,
  reports,
  add,
}: Options): Promise<Connections> {
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl) return { ports: {}, environmentOf: () => ({ DATABASE_URL: databaseUrl }) };
  const [server] = await add(() => [supervisePostgres(dataDir, folder, reports)]);
  if (!server) return { ports: {}, environmentOf: () => ({}) };
  const schemaFor = (service: string) => schemaOf(service, environment);
  const logins = await makeLogins(server.url, services.map(schemaFor));
  const environmentOf = (name: string) => {
    const variable = databaseVariable(name);
    const isGiven = environment[variable]?.trim() || environment[`${variable}_FILE`]?.trim();
    return isGiven ? {} : { [variable]: logins.get(schemaFor(name)) };
  };
  return { ports: { postgres: server.port }, environmentOf };
}

async function startMessages({ settings, folder, reports, add }: Options): Promise<Servers> {
  const { natsUrl, dataDir } = settings;
  if (natsUrl) {
    const keeper = keepStream({ url: natsUrl, log: serviceLog() });
    return { ports: {}, environmentOf: () => ({ NATS_URL: natsUrl }), stop: keeper.close };
  }
  const users = natsUsers();
  const [server] = await add(() => [superviseNats(dataDir, users, folder, reports)]);
  const url = server?.url ?? '';
  return {
    ports: { nats: server?.port ?? 0 },
    environmentOf: (name) => ({ NATS_URL: users.urlFor(name, url) }),
    stop: async () => {},
  };
}

export async function startServers(options: Options): Promise<Servers> {
  const [database, messages] = await Promise.all([startDatabase(options), startMessages(options)]);
  return {
    ports: { ...database.ports, ...messages.ports },
    environmentOf: (name) => ({ ...database.environmentOf(name), ...messages.environmentOf(name) }),
    stop: messages.stop,
  };
}

type Start = (options: { port?: number; logFile: string }) => Promise<RunningServer>;

function superviseServer(name: string, folder: RunFolder, reports: Reports, start: Start): Supervised {
  const logFile = join(folder.path, `${name}.log`);
  writeFileSync(logFile, '', { mode: 0o600 });
  let port: number | undefined;
  const launch = async () => {
    const server = await start({ port, logFile });
    port = server.port;
    return server;
  };
  return supervise({ name, launch }, reports);
}

function supervisePostgres(dataDir: string, folder: RunFolder, reports: Reports): Supervised {
  const start: Start = (options) => startPostgres({ ...options, dataDir: join(dataDir, 'postgres') });
  return superviseServer('postgres', folder, reports, start);
}

function superviseNats(dataDir: string, users: NatsUsers, folder: RunFolder, reports: Reports): Supervised {
  const start: Start = (options) => startNats({ ...options, users, storeDir: join(dataDir, 'nats') });
  return superviseServer('nats', folder, reports, start);
}
