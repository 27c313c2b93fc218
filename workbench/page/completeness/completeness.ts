import { type Answer, useRead } from '@consulting/foundation/api';

const path = '/api/v1/mto/project/{projectId}/summary';

export interface Scope {
  projectId: string;
  serviceId: string | undefined;
  estimationId: string | undefined;
}

export type Completeness = NonNullable<Answer<typeof path>['completeness']>;

export function useCompleteness(scope: Scope) {
  const { projectId, ...query } = scope;
  return useRead(
    ['completeness', scope],
    path,
    { path: { projectId }, query: { ...query, completeness: true } },
    { select: ({ completeness }): Completeness => completeness ?? { lines: 0, gaps: [] } },
  );
}
