import { deadLetters } from '../commands/dead-letters';
import { sweepHistoryOnce } from '../commands/sweep-history';
import { verify } from '../commands/verify';
import {
  type HistoryStored,
  historyStored,
  type MigrationOptions,
  migrateStore,
  sweepNotesOf,
} from '../postgres';
import { databaseSetting, readSettings, type Settings, serviceSettings } from '../process';
import { type CommonSettings, type ServiceDefinition, schemaOf } from './service-definition';

type Command = <S extends Settings>(
  store: MigrationOptions & { name: string },
  definition: ServiceDefinition<S>,
) => Promise<void>;

export const commands: Record<string, Command> = {
  migrate: (store) => migrateStore(store),
  'dead-letters': (store) => deadLetters(store, process.argv.slice(3)),
  'sweep-history': (store, definition) =>
    sweepHistoryOnce(
      store,
      historyOf(definition, readSettings({ HISTORY_DAYS: serviceSettings.HISTORY_DAYS }, process.env)),
    ),
  verify: (store, { verification }) => verify(store, verification),
};

export function storeOf<S extends Settings>({
  name,
  settings,
  schema,
  migrationsFolder,
  completeMigrations,
}: ServiceDefinition<S>) {
  const { DATABASE_URL: url } = readSettings({ DATABASE_URL: databaseSetting(name) }, process.env);
  return {
    name,
    url,
    schema: schema?.(readSettings(settings, process.env)) ?? schemaOf(name),
    migrationsFolder,
    completeMigrations,
    report: console.log,
  };
}

export const historyOf = <S extends Settings>(
  { historyTables, noted = [] }: ServiceDefinition<S>,
  { HISTORY_DAYS: days }: Pick<CommonSettings, 'HISTORY_DAYS'>,
): HistoryStored => historyStored(days, historyTables, sweepNotesOf(noted));
