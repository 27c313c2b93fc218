import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { routes as clientsProjects } from '@consulting/clients-projects/app';
import { routes as crewsRates } from '@consulting/crews-rates/app';
import { routes as equipmentWbs } from '@consulting/equipment-wbs/app';
import { routes as identity } from '@consulting/identity/app';
import { prefixes, type Route } from '@consulting/kernel/http';
import { routes as mto } from '@consulting/mto/app';

const declared = {
  'clients-projects': clientsProjects,
  'crews-rates': crewsRates,
  mto,
  'equipment-wbs': equipmentWbs,
  identity,
};

export function gatewayRoutes() {
  const table: Record<string, { service: string; methods: Record<string, object> }> = {};
  for (const [service, sets] of Object.entries(declared))
    for (const set of ['v1', 'api-v1'] as const)
      for (const route of sets[set]) {
        const path = prefixes[set] + route.path;
        table[path] ??= { service, methods: {} };
        if (table[path].service !== service)
          throw new Error(`${path} is declared by ${service} and by ${table[path].service}.`);
        table[path].methods[route.method] = factsOf(route);
      }
  return table;
}

function factsOf({ method, options }: Route<never>) {
  const isRead = method === 'GET' || options.isReadingOnly;
  const kind = options.upload ? 'upload' : options.isBulk ? 'bulk' : undefined;
  return { role: options.role ?? (isRead ? 'Reader' : 'Contributor'), ...(kind && { kind }) };
}

if (import.meta.main) {
  const lines = Object.entries(gatewayRoutes()).map((one) =>
    one.map((part) => JSON.stringify(part)).join(': '),
  );
  const text = `{\n"$schema": "./routes.schema.json",\n"routes": {\n${lines.join(',\n')}\n}\n}\n`;
  const file = join(import.meta.dir, '..', 'gateway', 'routing', 'routes.json');
  await writeFile(file, text);
  await Bun.$`bun x biome check --write ${file}`.quiet();
}
