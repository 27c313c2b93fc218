import { useLocation } from 'wouter';

export interface Target {
  projectId: string;
  serviceId: string;
}

export type Part = 'columns' | 'outcome';

export function importPath({ projectId, serviceId }: Target, taskId?: string, part?: Part): string {
  const search = new URLSearchParams({ service: serviceId, ...(part && { part }) });
  return `/projects/${projectId}/import${taskId ? `/${taskId}` : ''}?${search}`;
}

export function useImportPlace(target: Target) {
  const [, navigate] = useLocation();
  return {
    open: (taskId?: string, part?: Part) => navigate(importPath(target, taskId, part)),
  };
}
