import { join, resolve } from 'node:path';

export type SystemProcess = {
  name: string;
  argv: string[];
  isFront?: boolean;
  showsLog?: boolean;
};

export const root = resolve(import.meta.dir, '../..');

export const services = ['clients-projects', 'crews-rates', 'mto', 'equipment-wbs', 'identity'];

export function schemaOf(service: string, { API_KEY_STORE }: Record<string, string | undefined>): string {
  return (service === 'identity' && API_KEY_STORE?.trim()) || service.replaceAll('-', '_');
}

export const isService = (name: string) => services.includes(name);

export const programOf = (name: string) =>
  join(root, name === 'gateway' ? name : `services/${name}`, 'index.ts');

export const processNames = [...services, 'gateway'];

export const systemProcesses: SystemProcess[] = processNames.map((name) => ({
  name,
  argv: [programOf(name)],
  isFront: name === 'gateway',
}));

export function watchedProcess(name: string): SystemProcess {
  return { name, argv: ['--watch', '--no-clear-screen', programOf(name)], isFront: true, showsLog: true };
}
