import { isAtLeast } from './version';

const quoted = (text: string) => JSON.stringify(text);

/**
 * Settings of a server with JetStream on 127.0.0.1.
 * @param port -1 lets the server choose; it writes its choice to a `.ports` file in the folder
 */
export function serverSettings(
  storeDir: string,
  port: number,
  version: [number, number] | undefined,
): string {
  const syncInterval = isAtLeast(version, 2, 10) ? ', sync_interval: "1s"' : '';
  return `listen: "127.0.0.1:${port}"
ports_file_dir: ${quoted(storeDir)}
jetstream { store_dir: ${quoted(storeDir)}${syncInterval} }
`;
}
