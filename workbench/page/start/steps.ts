import type { Start } from './progress-so-far';

export const stepNames = [
  'trades',
  'rateCards',
  'crews',
  'client',
  'project',
  'takeoff',
  'price',
  'review',
  'send',
] as const;

export type StepName = (typeof stepNames)[number];

export interface Step {
  name: StepName;
  isDone: boolean;
  count: number;
  address: string | null;
}

export function stepsOf({ trades, rateCards, crews, clients, projects, project }: Start): Step[] {
  const lines = project?.lines ?? 0;
  const unpriced = project?.unpriced ?? 0;
  const at = (place: string) => (project ? `/projects/${project.id}${place}` : null);
  const step = (name: StepName, count: number, address: string | null, isDone = count > 0): Step => ({
    name,
    count,
    address,
    isDone,
  });
  return [
    step('trades', trades, '/libraries/trades'),
    step('rateCards', rateCards, '/libraries/rate-cards'),
    step('crews', crews, '/libraries/crews'),
    step('client', clients, '/clients'),
    step('project', projects, '/'),
    step('takeoff', lines, at('/import')),
    step('price', unpriced, at('/takeoff'), lines > 0 && unpriced === 0),
    step('review', project?.approved ?? 0, at('')),
    step('send', project?.finished ?? 0, at('/figures/documents')),
  ];
}
