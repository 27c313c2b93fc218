import type { components } from '@consulting/client/api';
import type { Discipline } from '@consulting/foundation/api';
import { useProjectService } from '@consulting/foundation/project';
import { viewParameters } from '@consulting/takeoff-lines';
import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'wouter';

export type Criteria = components['schemas']['FilterCriteria'];

/**
 * The scope is in the address. Without a service it has all services of the project; with a version it has the lines of that
 * version instead of the current ones.
 */
export interface Scope {
  projectId: string;
  serviceId: string | undefined;
  estimationId: string | undefined;
}

export function useScope(projectId: string): Scope {
  const [search] = useSearchParams();
  const serviceId = useProjectService(projectId).service?.serviceId;
  const version = search.get('version') ?? undefined;
  return useMemo(
    () => ({
      projectId,
      serviceId,
      estimationId: serviceId && (version === currentLines ? undefined : version),
    }),
    [projectId, serviceId, version],
  );
}

// In the address it says that the current lines were chosen where a version would be usual.
export const currentLines = 'present';

export type Settings = Record<string, string | null>;

export function withSettings(search: URLSearchParams, settings: Settings): string {
  const other = new URLSearchParams(search);
  for (const [name, value] of Object.entries(settings)) {
    if (value === null || value === '') other.delete(name);
    else other.set(name, value);
  }
  const text = other.toString();
  return text === '' ? '' : `?${text}`;
}

export function useSettings(): [URLSearchParams, (settings: Settings, isReplacing?: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (settings: Settings, isReplacing = false) =>
      setSearch((current) => new URLSearchParams(withSettings(current, settings)), { replace: isReplacing }),
    [setSearch],
  );
  return [search, change];
}

export function useHere(): (settings: Settings) => string {
  const [path] = useLocation();
  const [search] = useSearchParams();
  return (settings) => path + withSettings(search, settings);
}

// The figures of a service, or of one of its versions.
export const summaryAddress = (
  { projectId, serviceId, estimationId }: Scope,
  settings: Settings = {},
): string => {
  const scope = { service: serviceId ?? null, version: estimationId ?? null };
  return `/projects/${projectId}/figures${withSettings(new URLSearchParams(), { ...scope, ...settings })}`;
};

/** The takeoff shows current lines only, so lines of a version have no address there. */
export function takeoffAddress(
  { projectId, serviceId, estimationId }: Scope,
  discipline: Discipline | null,
  conditions: Criteria['conditions'],
): string | undefined {
  if (estimationId !== undefined) return undefined;
  const filters = conditions.length > 0 ? { conditions } : null;
  return `/projects/${projectId}/takeoff?${new URLSearchParams(viewParameters({ serviceId: serviceId ?? null, discipline, filters }))}`;
}
