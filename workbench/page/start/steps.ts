import type { Start } from './progress-so-far';

export function stepsOf({ trades, rateCards, crews, clients, projects, project }: Start) {
  const { lines = 0, unpriced = 0, approved = 0, finished = 0 } = project ?? {};
  const at = (place: string) => (project ? `/projects/${project.id}${place}` : null);
  return [
    { name: 'trades', count: trades, isDone: trades > 0, address: '/libraries/trades' },
    { name: 'rateCards', count: rateCards, isDone: rateCards > 0, address: '/libraries/rate-cards' },
    { name: 'crews', count: crews, isDone: crews > 0, address: '/libraries/crews' },
    { name: 'client', count: clients, isDone: clients > 0, address: '/clients' },
    { name: 'project', count: projects, isDone: projects > 0, address: '/' },
    { name: 'takeoff', count: lines, isDone: lines > 0, address: at('/import') },
    { name: 'price', count: unpriced, isDone: lines > 0 && unpriced === 0, address: at('/takeoff') },
    { name: 'review', count: approved, isDone: approved > 0, address: at('') },
    { name: 'send', count: finished, isDone: finished > 0, address: at('/figures/documents') },
  ] as const;
}

export type Step = ReturnType<typeof stepsOf>[number];
