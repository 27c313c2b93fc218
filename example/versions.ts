import type { Api } from './api';
import { approvalComments } from './project';
import type { Owner } from './takeoffs';

interface Version {
  estimationId: string;
  versionLabel: string;
  status: string;
}

const pathOf = ({ projectId, serviceId }: Owner) =>
  `/v1/projects/${projectId}/services/${serviceId}/estimations`;

const findVersion = async (api: Api, owner: Owner, label: unknown): Promise<Version | undefined> =>
  (await api.send<Version[]>('GET', pathOf(owner))).find(({ versionLabel }) => versionLabel === label);

export async function ensureVersion(
  api: Api,
  owner: Owner,
  version: { versionLabel: string },
): Promise<Version> {
  const existing = await findVersion(api, owner, version.versionLabel);
  return existing ?? api.send<Version>('POST', pathOf(owner), version);
}

// A version is approved while the lines are those that it is about.
export async function ensureApproved(
  api: Api,
  owner: Owner,
  { estimationId, status, versionLabel }: Version,
  sheetItems: readonly object[] = [],
): Promise<void> {
  const path = `${pathOf(owner)}/${estimationId}`;
  const approvalComment = approvalComments[versionLabel];
  if (status === 'draft' && sheetItems.length > 0)
    await api.send('PUT', `${path}/sheet`, { items: sheetItems });
  if (status === 'draft') await api.send('PUT', path, { status: 'in-review' });
  if (status === 'draft' || status === 'in-review')
    await api.send('PUT', path, { status: 'approved', approvalComment });
}
