import { useLocation } from 'wouter';

/** Where lines of an import go. */
export interface Target {
  projectId: string;
  serviceId: string;
}

/** What of an import is shown: how its file is read, or what became of it. */
export type Part = 'columns' | 'outcome';

export function importPath({ projectId, serviceId }: Target, taskId?: string, part?: Part): string {
  const search = new URLSearchParams({ service: serviceId, ...(part && { part }) });
  return `/projects/${projectId}/import${taskId ? `/${taskId}` : ''}?${search}`;
}

/** Leads to imports of a service. */
export function useImportPlace(target: Target) {
  const [, navigate] = useLocation();
  return {
    open: (taskId?: string, part?: Part) => navigate(importPath(target, taskId, part)),
  };
}
