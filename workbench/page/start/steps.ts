import type { Start } from './progress-so-far';

export function stepsOf({ trades, rateCards, crews, clients, projects, project }: Start) {
  const { lines = 0, unpriced = 0, approved = 0, finished = 0 } = project ?? {};
  const at = (place: string) => (project ? `/projects/${project.id}${place}` : null);
  const isCommon = true;
  return [
    { name: 'trades', count: trades, isDone: trades > 0, address: '/libraries/trades', isCommon },
    {
      name: 'rateCards',
      count: rateCards,
      isDone: rateCards > 0,
      address: '/libraries/rate-cards',
      isCommon,
    },
    { name: 'crews', count: crews, isDone: crews > 0, address: '/libraries/crews', isCommon },
    { name: 'client', count: clients, isDone: clients > 0, address: '/clients', isCommon },
    { name: 'project', count: projects, isDone: projects > 0, address: '/', isCommon: false },
    { name: 'takeoff', count: lines, isDone: lines > 0, address: at('/import'), isCommon: false },
    {
      name: 'price',
      count: unpriced,
      isDone: lines > 0 && unpriced === 0,
      address: at('/takeoff'),
      isCommon: false,
    },
    { name: 'review', count: approved, isDone: approved > 0, address: at(''), isCommon: false },
    {
      name: 'send',
      count: finished,
      isDone: finished > 0,
      address: at('/figures/documents'),
      isCommon: false,
    },
  ] as const;
}

export type Step = ReturnType<typeof stepsOf>[number];
