import { type Api, answered, useApi } from '@consulting/foundation/api';
import { useQuery } from '@tanstack/react-query';

const one = { query: { limit: 1 } };

async function readStart(api: Api, signal: AbortSignal) {
  const [trades, rateCards, crews, clients, projects] = await Promise.all([
    answered(api.GET('/v1/crew-trades', { params: one, signal })),
    answered(api.GET('/v1/crew-members', { params: one, signal })),
    answered(api.GET('/v1/crews', { params: one, signal })),
    answered(api.GET('/v1/clients', { params: one, signal })),
    answered(api.GET('/v1/projects', { params: { query: { limit: 1, sort: ['-updatedAt'] } }, signal })),
  ]);
  const [latest] = projects.data;
  return {
    trades: trades.total,
    rateCards: rateCards.total,
    crews: crews.total,
    clients: clients.total,
    projects: projects.total,
    project: latest ? await readProject(api, latest, signal) : null,
  };
}

async function readProject(api: Api, { id, name }: { id: string; name: string }, signal: AbortSignal) {
  const path = { projectId: id };
  const [summary, services] = await Promise.all([
    answered(
      api.GET('/api/v1/mto/project/{projectId}/summary', {
        params: { path, query: { completeness: true } },
        signal,
      }),
    ),
    answered(
      api.GET('/v1/projects/{projectId}/services', {
        params: { path, query: { serviceType: 'estimation' } },
        signal,
      }),
    ),
  ]);
  const versions = await Promise.all(
    services.data.map(({ serviceId }) =>
      answered(
        api.GET('/v1/projects/{projectId}/services/{serviceId}/estimations', {
          params: { path: { ...path, serviceId } },
          signal,
        }),
      ),
    ),
  );
  const gaps = summary.completeness?.gaps ?? [];
  return {
    id,
    name,
    lines: summary.completeness?.lines ?? 0,
    unpriced: gaps.find(({ code }) => code === 'ZERO_TOTAL')?.lines ?? 0,
    approved: versions.flat().filter(({ status }) => status === 'approved' || status === 'superseded').length,
    finished: services.data.filter(({ status }) => status === 'completed' || status === 'approved').length,
  };
}

export type Start = Awaited<ReturnType<typeof readStart>>;

export function useStart() {
  const api = useApi();
  return useQuery({
    queryKey: ['start'],
    queryFn: ({ signal }) => readStart(api, signal),
    refetchOnMount: 'always',
  });
}
