import { type Answer, useRead } from '@consulting/foundation/api';
import { keepPreviousData } from '@tanstack/react-query';

export const limit = 20;

export interface ProjectFilter {
  search: string;
  status: string | null;
  clientId: string | null;
  skip: number;
}

export const statuses = ['planning', 'active', 'on-hold', 'completed', 'cancelled'] as const;
const statusOf = (text: string | null) => statuses.find((one) => one === text);

export type ListedProject = Answer<'/v1/projects'>['data'][number];

export const useProjects = (filter: ProjectFilter) =>
  useRead(
    ['projects', filter],
    '/v1/projects',
    { query: { ...filter, status: statusOf(filter.status), clientId: filter.clientId ?? undefined, limit } },
    { placeholderData: keepPreviousData },
  );
