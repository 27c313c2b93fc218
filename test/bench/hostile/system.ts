import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const projectRoot = join(import.meta.dir, '..', '..', '..');
const readyMsMax = 60_000;
const names = [
  'gateway',
  'clients-projects',
  'crews-rates',
  'mto',
  'equipment-wbs',
  'identity',
  'postgres',
  'nats',
];

/** A system under attack. */
export interface System {
  url: string;
  /** A key of a Contributor that makes the others. */
  key: string;
  /** The first process of each part, by the name that compose.yaml has for it. */
  processes(): Map<string, number>;
  natsPort: number | undefined;
  /** Bytes of all logs; 0 where they cannot be seen. */
  logBytes(): number;
  stop(): Promise<void>;
  /** A new one instead, on new data; undefined where the bench did not start it. */
  renew?: () => Promise<System>;
}

/** Starts everything as `npm start` does, on throw-away data, with authentication on. */
export async function startSystem(): Promise<System> {
  const dataDir = mkdtempSync(join(tmpdir(), 'consulting-hostile-'));
  const { DATABASE_URL: _database, NATS_URL: _nats, ...inherited } = process.env;
  const env = { ...inherited, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', IDP_AUTH_ENABLED: 'true' };
  const errorFile = join(dataDir, 'launcher.log');
  const launcher = Bun.spawn([process.execPath, 'run', '--silent', 'start'], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', Bun.file(errorFile)],
  });
  const stop = async () => {
    launcher.kill('SIGTERM');
    await Promise.race([launcher.exited, Bun.sleep(15_000)]);
    launcher.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await readyUrl(launcher.stdout);
    const made = Bun.spawn(
      [process.execPath, 'run', '--silent', 'api-key', 'create', '--name', 'bench', '--role', 'Contributor'],
      { cwd: projectRoot, env, stderr: 'ignore' },
    );
    const key = (await made.stdout.text()).trim();
    return {
      url,
      key,
      processes: () => processesIn(join(dataDir, 'run')),
      natsPort: JSON.parse(readFileSync(join(dataDir, 'run', 'ports.json'), 'utf8')).nats,
      logBytes: () => bytesIn(join(dataDir, 'run')),
      stop,
      renew: startSystem,
    };
  } catch (error) {
    console.error(readFileSync(errorFile, 'utf8').slice(-2000));
    await stop();
    throw error;
  }
}

async function readyUrl(stdout: ReadableStream<Uint8Array>): Promise<string> {
  const found = Promise.withResolvers<string>();
  const read = async () => {
    let text = '';
    for await (const chunk of stdout) {
      text += new TextDecoder().decode(chunk);
      const [, url] = /^ready (\S+)/m.exec(text) ?? [];
      if (url) found.resolve(url);
    }
    found.reject(new Error('The system does not start.'));
  };
  read().catch(found.reject);
  const late = Bun.sleep(readyMsMax).then(() =>
    Promise.reject(new Error('The system does not become ready.')),
  );
  late.catch(() => {});
  return Promise.race([found.promise, late]);
}

function processesIn(runFolder: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const name of names) {
    try {
      found.set(name, Number(readFileSync(join(runFolder, `${name}.pid`), 'utf8')));
    } catch {
      // It is being started anew.
    }
  }
  return found;
}

function bytesIn(runFolder: string): number {
  const logs = readdirSync(runFolder).filter((name) => name.endsWith('.log'));
  return logs.reduce((sum, name) => sum + statSync(join(runFolder, name)).size, 0);
}

/** A system that runs already; with the name of a compose project its containers are looked at, when they are on this machine. */
export function givenSystem(url: string, key: string, composeProject: string | undefined): System {
  let known = new Map<string, number>();
  let knownAt = Number.NEGATIVE_INFINITY;
  return {
    url: url.replace(/\/+$/, ''),
    key,
    processes() {
      if (composeProject && performance.now() - knownAt > 2000) {
        known = containersOf(composeProject);
        knownAt = performance.now();
      }
      return known;
    },
    natsPort: undefined,
    logBytes: () => 0,
    stop: async () => {},
  };
}

function containersOf(composeProject: string): Map<string, number> {
  const filter = `label=com.docker.compose.project=${composeProject}`;
  const ids = docker('ps', '--quiet', '--filter', filter).split('\n').filter(Boolean);
  if (ids.length === 0) return new Map();
  const format = '{{index .Config.Labels "com.docker.compose.service"}} {{.State.Pid}}';
  const lines = docker('inspect', '--format', format, ...ids)
    .trim()
    .split('\n');
  return new Map(lines.map((line) => line.split(' ')).map(([name = '', pid]) => [name, Number(pid)]));
}

const docker = (...command: string[]) => Bun.spawnSync(['docker', ...command]).stdout.toString();
