import { DatabaseError } from 'pg';
import { databaseVariable, errorText, SettingError } from '../../process';
import type { Connection } from '../driver/connection';
import type { Connector } from '../driver/connector';
import { isConnectionLost, isUnknownHost } from '../driver/failure';

const patienceMsUsual = 60_000;
export const patientOpenMsMax = 10_000;
const pauseMs = 250;

export interface Patience {
  say?: (sentence: string) => void;
  patienceMs?: number;
}

const sayOnStderr = (sentence: string) => void process.stderr.write(`${sentence}\n`);

/**
 * A database that is away, starting or too busy is waited for, for a minute; a wrong password and the like
 * fail at once.
 * @throws what the last attempt threw
 */
export async function patiently<T>(
  act: () => Promise<T>,
  { say = sayOnStderr, patienceMs = patienceMsUsual }: Patience = {},
): Promise<T> {
  const endsAt = performance.now() + patienceMs;
  for (let isSaid = false; ; isSaid = true) {
    try {
      return await act();
    } catch (error) {
      if (!isConnectionLost(error) || isUnknownHost(error) || performance.now() >= endsAt) throw error;
      if (!isSaid) say(`Waiting for the database: ${errorText(error)}`);
    }
    await Bun.sleep(pauseMs);
  }
}

export const openPatiently = (connector: Connector, patience?: Patience): Promise<Connection> =>
  patiently(() => connector.open(patientOpenMsMax), patience);

const invalidAuthorization = '28';
const unknownDatabase = '3D000';

const isOfSetting = (error: unknown): boolean =>
  isUnknownHost(error) ||
  (error instanceof DatabaseError &&
    (error.code?.startsWith(invalidAuthorization) || error.code === unknownDatabase));

export async function blamingDatabaseOf<T>(service: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof SettingError || !isOfSetting(error)) throw error;
    const sentence = `Cannot start with DATABASE_URL (or ${databaseVariable(service)}): ${errorText(error)}`;
    throw new SettingError(sentence, { cause: error });
  }
}
