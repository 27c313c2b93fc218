import { type Api, ApiProblem, answered, useRead } from '@consulting/foundation/api';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Criteria } from './criteria';
import type { TakeoffScope } from './filter-fields';

const listed = 50;

export const countQuery = (
  api: Api,
  { projectId, serviceId, discipline, search }: TakeoffScope,
  filters: Criteria,
) => ({
  queryKey: ['takeoff', projectId, 'count', serviceId, discipline, search, filters],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const body = {
      projectId,
      serviceId,
      discipline,
      search: search || null,
      filters,
      fields: ['itemNumber'],
      limit: 1,
    };
    const { total } = await answered(api.POST('/api/v1/mto/search', { body, signal }));
    return total;
  },
});

export function useValues(scope: TakeoffScope, field: string, search: string, enabled = true) {
  const { projectId, serviceId, discipline } = scope;
  const query = {
    ...(serviceId && { serviceId }),
    ...(discipline && { discipline }),
    ...(search && { search }),
    limit: listed,
  };
  return useRead(
    ['takeoff', projectId, 'values', serviceId, discipline, field, search],
    '/api/v1/mto/project/{projectId}/distinct-values/{field}',
    { path: { projectId, field }, query },
    { enabled, placeholderData: keepPreviousData },
  );
}

export interface PlacedFault {
  field: string;
  message: string;
}

export const faultsOf = (error: unknown): readonly PlacedFault[] =>
  error instanceof ApiProblem ? (error.problem.errors ?? []) : [];

export function useSettled<T>(value: T, milliseconds = 300): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
