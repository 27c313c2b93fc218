import type { Database } from '@consulting/kernel/store/connect';
import { awaitCrewWriters } from '../../store/crew-owner-lock';
import { removeProjectCrewsOf } from '../../store/project-crew';
import { removeServiceCrewsOf } from '../../store/service-crew';

export async function removeCrewsOfProject(tx: Database, projectId: string): Promise<void> {
  await awaitCrewWriters(tx, { projectId });
  await removeServiceCrewsOf(tx, { projectId });
  await removeProjectCrewsOf(tx, projectId);
}

export async function removeCrewsOfService(tx: Database, serviceId: string): Promise<void> {
  await awaitCrewWriters(tx, { serviceId });
  await removeServiceCrewsOf(tx, { serviceId });
}
