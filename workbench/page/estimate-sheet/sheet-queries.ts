import type { components } from '@consulting/client/api';
import { type Answer, answered, useApi, useRead } from '@consulting/foundation/api';
import { projectChanged, projectKey } from '@consulting/foundation/project';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';

export const sheetPath = '/v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}/sheet';
const versionPath = '/v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}';

type Schemas = components['schemas'];

export interface VersionPath {
  projectId: string;
  serviceId: string;
  estimationId: string;
}

export type Sheet = Answer<typeof sheetPath>;
export type SheetItem = Sheet['items'][number];
export type ItemInput = Schemas['SheetItemInput'];
export type Kind = SheetItem['kind'];
export type SheetChanges = Partial<Schemas['EstimateSheetChanges']>;

const keyOf = ({ estimationId }: VersionPath) => ['sheet', estimationId];

export const useSheet = (version: VersionPath) => useRead(keyOf(version), sheetPath, { path: version });

export const useVersion = (version: VersionPath) =>
  useRead([...projectKey(version.projectId), 'version', version.estimationId], versionPath, {
    path: version,
  });

export function useSheetUpdate(version: VersionPath, { version: seen }: Sheet, onDone?: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SheetChanges) => {
      const params = { path: version, header: { 'If-Match': `"${seen}"` } };
      return answered(api.PUT(sheetPath, { params, body: body as Schemas['EstimateSheetChanges'] }));
    },
    onSuccess: async (answer) => {
      queries.setQueryData(keyOf(version), answer);
      await projectChanged(queries, version.projectId);
      onDone?.();
    },
  });
}

const templatesMax = 100;

export const useTemplates = (clientId: string) =>
  useRead(['sheet-templates', clientId], '/api/v1/estimate-sheets', {
    query: { clientId, sort: ['name'], limit: templatesMax },
  });

export type Template = Answer<'/api/v1/estimate-sheets'>['data'][number];

export const linesOfPage = 20;

export const useBidSpread = (version: VersionPath, sheet: Sheet, skip: number) =>
  useRead(
    [...projectKey(version.projectId), 'bid spread', version.estimationId, sheet.version, skip],
    `${sheetPath}/bid-spread`,
    { path: version, query: { skip, limit: linesOfPage } },
    { placeholderData: keepPreviousData },
  );
