import { isAtLeast } from './find-server';

const quoted = (text: string) => JSON.stringify(text);

export type ClusterPlace = { name: string; port: number; others: readonly number[]; healthPort: number };

const clusterSettings = ({ name, port, others, healthPort }: ClusterPlace) => `server_name: ${quoted(name)}
http: "127.0.0.1:${healthPort}"
cluster { name: "consulting", listen: "127.0.0.1:${port}"
  routes: [${others.map((other) => quoted(`nats://127.0.0.1:${other}`)).join(', ')}] }
`;

/**
 * Settings of a server with JetStream on 127.0.0.1.
 * @param port -1 lets the server choose; it writes its choice to a `.ports` file in the folder
 * @param users part of the settings that says who may connect
 */
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
