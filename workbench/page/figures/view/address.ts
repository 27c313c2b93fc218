import type { components } from '@consulting/client/api';
import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { Discipline } from '../../api/disciplines';
import { useProjectService } from '../../projects/project-data';
import { viewParameters } from '../../takeoff/view/takeoff-view';

export type Criteria = components['schemas']['FilterCriteria'];

/** What lines are looked at; it stands in the address. */
export interface Scope {
  projectId: string;
  /** Without one all services of the project together. */
  serviceId: string | undefined;
  /** A version whose lines are read in the place of the present ones. */
  estimationId: string | undefined;
}

export function useScope(projectId: string): Scope {
  const [search] = useSearchParams();
  const serviceId = useProjectService(projectId).service?.serviceId;
  const version = search.get('version') ?? undefined;
  return useMemo(
    () => ({ projectId, serviceId, estimationId: serviceId && version }),
    [projectId, serviceId, version],
  );
}

export type Settings = Record<string, string | null>;

/** A search with other values; null takes one out. */
export function withSettings(search: URLSearchParams, settings: Settings): string {
  const other = new URLSearchParams(search);
  for (const [name, value] of Object.entries(settings)) {
    if (value === null || value === '') other.delete(name);
    else other.set(name, value);
  }
  const text = other.toString();
  return text === '' ? '' : `?${text}`;
}

/** The settings of a view in the address; a change of one can be gone back from, unless it replaces what was there. */
export function useSettings(): [URLSearchParams, (settings: Settings, isReplacing?: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (settings: Settings, isReplacing = false) =>
      setSearch((present) => new URLSearchParams(withSettings(present, settings)), { replace: isReplacing }),
    [setSearch],
  );
  return [search, change];
}

/** The address of this view with other settings. */
export function useHere(): (settings: Settings) => string {
  const [path] = useLocation();
  const [search] = useSearchParams();
  return (settings) => path + withSettings(search, settings);
}

/** Where the takeoff shows the lines that meet conditions; it shows the present ones alone. */
export function takeoffAddress(
  { projectId, serviceId, estimationId }: Scope,
  discipline: Discipline | null,
  conditions: Criteria['conditions'],
): string | undefined {
  if (estimationId !== undefined) return undefined;
  const filters = conditions.length > 0 ? { conditions } : null;
  return `/projects/${projectId}/takeoff?${new URLSearchParams(viewParameters({ serviceId: serviceId ?? null, discipline, filters }))}`;
}
