import { join, resolve } from 'node:path';

export type SystemProcess = {
  name: string;
  /** Arguments of Bun. */
  argv: string[];
  /** The one that listens on HOST and PORT; it gets the addresses of the others and is the first to stop. */
  isFront?: boolean;
  /** Shows its whole log. */
  showsLog?: boolean;
};

export const root = resolve(import.meta.dir, '../..');

export const services = ['clients-projects', 'crews-rates', 'mto', 'equipment-wbs', 'identity'];

/** Schema and login of a service. */
export function schemaOf(service: string, { API_KEY_STORE }: Record<string, string | undefined>): string {
  return (service === 'identity' && API_KEY_STORE?.trim()) || service.replaceAll('-', '_');
}

/** Whether a process has a database. */
export const isService = (name: string) => services.includes(name);

/** Program of a process of the system. */
export const programOf = (name: string) =>
  join(root, name === 'gateway' ? name : `services/${name}`, 'index.ts');

/** Names of the processes that `dev` can run alone. */
export const processNames = [...services, 'gateway'];

/** The whole system. */
export const systemProcesses: SystemProcess[] = processNames.map((name) => ({
  name,
  argv: [programOf(name)],
  isFront: name === 'gateway',
}));

/** One process that starts anew when one of its files changes. */
export function watchedProcess(name: string): SystemProcess {
  return { name, argv: ['--watch', '--no-clear-screen', programOf(name)], isFront: true, showsLog: true };
}
