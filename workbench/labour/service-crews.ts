import type { components } from '@consulting/client/api';
import { type Api, answered, useApi } from '@consulting/foundation/api';
import { type QueryClient, useQuery } from '@tanstack/react-query';

const pageSize = 100;
const pagesMax = 20;

export interface CrewScope {
  projectId: string;
  serviceId: string | undefined;
}

async function readPage(api: Api, { projectId, serviceId }: CrewScope, skip: number, signal: AbortSignal) {
  const query = { projectId, serviceId, skip, limit: pageSize, sort: ['crewCode'] };
  return answered(api.GET('/api/v1/service-crews', { params: { query }, signal }));
}

export type ServiceCrew = Awaited<ReturnType<typeof readPage>>['data'][number];

async function readServiceCrews(api: Api, scope: CrewScope, signal: AbortSignal): Promise<ServiceCrew[]> {
  const crews: ServiceCrew[] = [];
  for (let page = 0; page < pagesMax; page++) {
    const { data, total } = await readPage(api, scope, crews.length, signal);
    crews.push(...data);
    if (data.length === 0 || crews.length >= total) break;
  }
  return crews;
}

const serviceCrewsKey = (projectId: string) => ['service-crews', projectId];

export function useServiceCrews(scope: CrewScope, isAsked = true) {
  const api = useApi();
  return useQuery({
    queryKey: [...serviceCrewsKey(scope.projectId), scope.serviceId],
    enabled: isAsked,
    queryFn: ({ signal }) => readServiceCrews(api, scope, signal),
  });
}

const followedAfterMs = [0, 1_000, 4_000];

/** Lines take the rates of a crew shortly after it has changed, so what is seen of them is read again then. */
export function crewsChanged(queries: QueryClient): void {
  for (const wait of followedAfterMs) setTimeout(() => queries.invalidateQueries(), wait);
}

export const nameOfCrew = ({ crewCode, name }: Pick<ServiceCrew, 'crewCode' | 'name'>): string =>
  `${crewCode} ${name ?? ''}`.trim();

type Changes = components['schemas']['ServiceCrewChanges'];

const paramsOf = ({ id, version }: ServiceCrew) => ({
  path: { serviceCrewId: id },
  header: { 'If-Match': `"${version}"` },
});

export const changeCrew = (api: Api, crew: ServiceCrew, body: Changes) =>
  answered(api.PUT('/api/v1/service-crews/{serviceCrewId}', { params: paramsOf(crew), body }));

export const recalculateCrew = (api: Api, crew: ServiceCrew) =>
  answered(api.POST('/api/v1/service-crews/{serviceCrewId}/recalculate', { params: paramsOf(crew) }));

export const removeCrew = (api: Api, crew: ServiceCrew) =>
  answered(api.DELETE('/api/v1/service-crews/{serviceCrewId}', { params: paramsOf(crew) }));

interface Owner {
  projectId: string;
  serviceId: string;
}

/** A library crew that finds no rate cards comes in all the same, and takes rates by hand. */
export async function importCrews(
  api: Api,
  owner: Owner,
  crewIds: readonly string[],
  key: string,
): Promise<ServiceCrew[]> {
  const body = { ...owner, items: crewIds.map((crewId) => ({ crewId })) };
  const params = { header: { 'Idempotency-Key': key } };
  const { items } = await answered(api.POST('/api/v1/service-crews/bulk', { params, body }));
  return items;
}
