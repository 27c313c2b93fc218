import type { Verification } from '../commands/verify';
import type { ServiceApp } from '../http';
import type { Bus, Events } from '../nats';
import type { MigrationOptions, NotedRecords, PartitionedTable, Store } from '../postgres';
import type { Lifecycle, Logger, Settings, serviceSettings, Telemetry, Values } from '../process';

export type CommonSettings = Values<typeof serviceSettings> & { DATABASE_URL: string };

export interface ServiceParts<S extends Settings> {
  settings: Values<S> & CommonSettings;
  log: Logger;
  store: Store;
  bus: Bus;
  events: Events;
  telemetry: Telemetry;
  lifecycle: Lifecycle;
  serving: Omit<ServiceApp<never>, 'context' | 'routes'>;
}

export interface ServiceDefinition<S extends Settings> {
  name: string;
  settings: S;
  migrationsFolder: string;
  completeMigrations?: MigrationOptions['completeMigrations'];
  schema?: (settings: Values<S>) => string;
  historyTables?: readonly PartitionedTable[];
  noted?: readonly NotedRecords[];
  verification?: Verification;
  compose: (parts: ServiceParts<S>) => Promise<{ fetch: (request: Request) => Response | Promise<Response> }>;
}

export const defineService = <S extends Settings>(definition: ServiceDefinition<S>) => definition;

export const schemaOf = (service: string) => service.replaceAll('-', '_');
