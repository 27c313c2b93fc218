import { type Setting, SettingError } from '@consulting/shared/config';
import { type Service, services } from './route-table';

/** Addresses of every service; several of one are used in turn. */
export type Upstreams = Record<Service, () => string[]>;

const variable = (service: Service) => `${service.toUpperCase().replaceAll('-', '_')}_URL`;

const addresses: Setting<string[]> = {
  parse(text, name) {
    const urls = (text ?? '').split(',').flatMap((url) => url.trim().replace(/\/+$/, '') || []);
    if (urls.length === 0)
      throw new SettingError(`${name} is not set: the gateway must know where the service listens.`);
    const wrong = urls.find((url) => !URL.canParse(url));
    if (wrong !== undefined)
      throw new SettingError(`${name} must be addresses such as http://host:3000, not "${wrong}".`);
    return urls;
  },
};

/** `CLIENTS_PROJECTS_URL` and its like. */
export const upstreamSettings: Record<string, Setting<string[]>> = Object.fromEntries(
  services.map((service) => [variable(service), addresses]),
);

/** Each call of a service's function gives all its addresses, beginning with the next one in turn. */
export function createUpstreams(settings: Record<string, string[]>): Upstreams {
  const inTurn = (urls: string[]) => {
    let turn = 0;
    return () => {
      turn = (turn + 1) % urls.length;
      return [...urls.slice(turn), ...urls.slice(0, turn)];
    };
  };
  return Object.fromEntries(
    services.map((service) => [service, inTurn(settings[variable(service)] ?? [])]),
  ) as Upstreams;
}
