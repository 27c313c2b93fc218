import { type Api, answered } from '../api/client';

export const limit = 20;

export interface ProjectFilter {
  search: string;
  status: string | null;
  clientId: string | null;
  skip: number;
}

export const statuses = ['planning', 'active', 'on-hold', 'completed', 'cancelled'] as const;
const statusOf = (text: string | null) => statuses.find((one) => one === text);

export const readProjects = (
  api: Api,
  { search, status, clientId, skip }: ProjectFilter,
  signal?: AbortSignal,
) =>
  answered(
    api.GET('/v1/projects', {
      params: {
        query: { search, status: statusOf(status), clientId: clientId ?? undefined, skip, limit },
      },
      signal,
    }),
  );

export type ListedProject = Awaited<ReturnType<typeof readProjects>>['data'][number];
