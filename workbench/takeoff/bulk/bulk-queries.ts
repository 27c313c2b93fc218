import type { components } from '@consulting/client/api';
import { type Api, answered } from '@consulting/foundation/api';
import type { Selection } from '@consulting/takeoff-lines';
import { operationOfRequest } from '@consulting/takeoff-lines';
import type { Updates } from './change-draft';
import { criteriaOfSelection } from './selected-lines';

export interface Target {
  projectId: string;
  serviceId: string | null;
  selection: Selection;
}

export async function previewEdit(api: Api, { projectId, serviceId, selection }: Target, updates: Updates) {
  const body = { projectId, ...(serviceId && { serviceId }), selection, updates, dryRun: true };
  const edited = await answered(api.POST('/api/v1/mto/bulk-edit', { body }));
  const changes = [{ filters: criteriaOfSelection(selection), updates }];
  const asked = { projectId, ...(serviceId && { serviceId }), changes };
  const { total, currency } = await answered(api.POST('/api/v1/mto/what-if', { body: asked }));
  return { ...edited, sample: edited.sample ?? [], total, currency };
}

export type EditPreview = Awaited<ReturnType<typeof previewEdit>>;
export type Figures = components['schemas']['FigureChanges'];

export async function edit(
  api: Api,
  { projectId, serviceId, selection }: Target,
  { updates, expectedCount, key }: { updates: Updates; expectedCount: number; key: string },
) {
  const body = { projectId, ...(serviceId && { serviceId }), selection, updates, expectedCount };
  const call = api.POST('/api/v1/mto/bulk-edit', { body, headers: { 'idempotency-key': key } });
  const edited = await answered(call);
  return {
    count: edited.updated,
    unchanged: edited.unchanged,
    operation: await operationLeft(api, projectId, call),
  };
}

export async function previewDeletion(api: Api, { projectId, serviceId, selection }: Target) {
  const owner = { projectId, ...(serviceId && { serviceId }) };
  const { matched } = await answered(
    api.POST('/api/v1/mto/bulk-delete', { body: { ...owner, selection, dryRun: true } }),
  );
  const filters = criteriaOfSelection(selection);
  const fields = ['itemNumber', 'itemCode', 'description', 'quantity', 'unitOfMeasure', 'totalCost'];
  const body = { ...owner, filters, fields, sums: ['totalManHours', 'totalCost'], limit: 20 };
  const { data, sums } = await answered(api.POST('/api/v1/mto/search', { body }));
  return { matched, data, sums };
}

export async function remove(
  api: Api,
  { projectId, serviceId, selection }: Target,
  { expectedCount, key }: { expectedCount: number; key: string },
) {
  const body = { projectId, ...(serviceId && { serviceId }), selection, confirm: true, expectedCount };
  const call = api.POST('/api/v1/mto/bulk-delete', { body, headers: { 'idempotency-key': key } });
  const { deleted } = await answered(call);
  return { count: deleted, unchanged: 0, operation: await operationLeft(api, projectId, call) };
}

export type Done = Awaited<ReturnType<typeof edit>>;

/** The change is stored even where its operation cannot be read, so that failure is ignored. */
export async function operationLeft(api: Api, projectId: string, call: Promise<{ response: Response }>) {
  const { response } = await call;
  return operationOfRequest(api, projectId, response.headers.get('x-request-id')).catch(() => null);
}
