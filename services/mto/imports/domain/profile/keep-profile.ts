import type { ImportRun } from '@consulting/imports/run/import-run';
import type { ImportResult } from '@consulting/imports/task/task-model';
import type { TaskParameters } from '@consulting/mto-engine';
import { askClient, askService } from '@consulting/mto-lines';
import { saveProfile, setFirstHeaders } from '../../store/import-profile';
import { comparableHeaders } from './fitting-profile';

type ProfileRun = Pick<ImportRun<TaskParameters>, 'bus' | 'task' | 'transaction'>;

interface Stored {
  result: ImportResult;
  headers: Iterable<string>;
}

/**
 * The profile is stored in the transaction of the run, and only when the run stored rows.
 * @throws DEPENDENCY_UNAVAILABLE
 */
export async function keepProfile(run: ProfileRun, { result, headers }: Stored): Promise<void> {
  const { parameters, createdBy } = run.task;
  if (parameters.dryRun || result.imported + result.updated === 0) return;
  const known = comparableHeaders(headers);
  const { profileId, saveProfile: name } = parameters;
  if (profileId !== null) await setFirstHeaders(run.transaction, profileId, known);
  const clientId = name === null ? null : await lockClient(run);
  if (name === null || clientId === null) return;
  await saveProfile(run.transaction, { ...parameters, name, clientId, headers: known }, createdBy);
}

/** The client is locked until the commit. Null means that it is gone, and with it all that the run stores. */
async function lockClient({ bus, task, transaction }: ProfileRun): Promise<string | null> {
  const found = await askService(bus, task.parameters.serviceId);
  if (!found) return null;
  const { clientId } = found.project;
  await transaction.lock('client', [clientId]);
  return (await askClient(bus, clientId)) && clientId;
}
