import { type Answer, useAsk, useRead } from '@consulting/foundation/api';
import type { Scope } from '../view/address';
import { figuresKey } from '../view/queries';

const comparePath = '/api/v1/mto/project/{projectId}/compare';
const reconcilePath = '/api/v1/mto/reconcile';
const linesRead = 25;

export type ComparisonAnswer = Answer<typeof comparePath>;

export const useComparison = (projectId: string, from: string, to: string) =>
  useRead([...figuresKey(projectId), 'comparison', from, to], comparePath, {
    path: { projectId },
    query: { from, to, sort: ['-difference'], limit: linesRead },
  });

export type ReconciliationAnswer = Answer<typeof reconcilePath, 'post'>;
export type Cause = ReconciliationAnswer['causes'][number]['cause'];
export type LineCause = Exclude<Cause, `version${string}`>;

// In the address the state before an import has this in front of the task.
export const beforeImport = 'import:';

const sideOf = (state: string) =>
  state.startsWith(beforeImport) ? { taskId: state.slice(beforeImport.length) } : state;

interface Movement {
  from: string;
  to: string;
  cause: LineCause | null;
}

const bodyOf = ({ projectId, serviceId }: Scope, { from, to, cause }: Movement) => ({
  ...{ projectId, ...(serviceId && { serviceId }), from: sideOf(from), to: sideOf(to) },
  groupBy: ['discipline' as const],
  ...(cause && { cause }),
});

export function useReconciliation(scope: Scope, movement: Movement) {
  const { projectId, serviceId } = scope;
  const key = [...figuresKey(projectId), 'reconciliation', serviceId, movement];
  return useAsk(key, reconcilePath, { body: { ...bodyOf(scope, movement), limit: linesRead } });
}

export const reconciliationFile = (scope: Scope, movement: Movement) => ({
  path: `${reconcilePath}?format=xlsx`,
  body: bodyOf(scope, movement),
});

export const perspectives = ['cause', 'discipline', 'wbs'] as const;
export type Perspective = (typeof perspectives)[number];
