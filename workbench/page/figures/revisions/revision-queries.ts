import { type Api, answered } from '../../api/client';

const linesRead = 25;

export const readComparison = (
  api: Api,
  projectId: string,
  query: { from: string; to: string },
  signal: AbortSignal,
) =>
  answered(
    api.GET('/api/v1/mto/project/{projectId}/compare', {
      params: { path: { projectId }, query: { ...query, sort: ['-difference'], limit: linesRead } },
      signal,
    }),
  );

export type ComparisonAnswer = Awaited<ReturnType<typeof readComparison>>;

export const perspectives = ['discipline', 'wbs'] as const;
export type Perspective = (typeof perspectives)[number];
