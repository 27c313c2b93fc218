import { type Answer, useRead } from '../../api/read';
import { figuresKey } from '../view/queries';

const path = '/api/v1/mto/project/{projectId}/compare';
const linesRead = 25;

export type ComparisonAnswer = Answer<typeof path>;

export const useComparison = (projectId: string, from: string, to: string) =>
  useRead(
    [...figuresKey(projectId), 'comparison', from, to],
    path,
    { path: { projectId }, query: { from, to, sort: ['-difference'], limit: linesRead } },
    { enabled: from !== to },
  );

export const perspectives = ['discipline', 'wbs'] as const;
export type Perspective = (typeof perspectives)[number];
