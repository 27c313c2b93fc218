import { isAtLeast } from './find-server';

const quoted = (text: string) => JSON.stringify(text);

export type ClusterPlace = { name: string; port: number; others: readonly number[]; healthPort: number };

const clusterSettings = ({ name, port, others, healthPort }: ClusterPlace) => `server_name: ${quoted(name)}
http: "127.0.0.1:${healthPort}"
cluster { name: "consulting", listen: "127.0.0.1:${port}"
  routes: [${others.map((other) => quoted(`nats://127.0.0.1:${other}`)).join(', ')}] }
`;

/** With port -1 the server chooses one and writes it to a `.ports` file in the folder. */
export function serverSettings(
  storeDir: string,
  port: number,
  version: [number, number] | undefined,
  users: string,
  cluster?: ClusterPlace,
): string {
  const syncInterval = isAtLeast(version, 2, 10) ? ', sync_interval: "1s"' : '';
  return `listen: "127.0.0.1:${port}"
ports_file_dir: ${quoted(storeDir)}
jetstream { store_dir: ${quoted(storeDir)}${syncInterval} }
${cluster ? clusterSettings(cluster) : ''}${users}`;
}
