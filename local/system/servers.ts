import { keepStream } from '@consulting/kernel/bus/keep-stream';
import { databaseVariable } from '@consulting/kernel/config';
import { serviceLog } from '@consulting/kernel/log';
import { natsUsers } from '../nats/users';
import { makeLogins } from '../postgres/logins';
import type { RunningServer } from '../server';
import type { Reports, Supervised } from '../supervisor';
import { superviseNats, supervisePostgres } from './backing';
import { schemaOf } from './processes';
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

type Reach = Pick<Servers, 'ports' | 'environmentOf'>;

async function startDatabase({
  settings,
  environment,
  services,
  folder,
  reports,
  add,
}: Options): Promise<Reach> {
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
