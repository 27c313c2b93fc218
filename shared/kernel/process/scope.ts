import { DomainError } from '../schema';
import type { Context } from './context';

// @throws INSUFFICIENT_SCOPE
export function requireUnlimited({ visible }: Pick<Context, 'visible'>): void {
  if (visible)
    throw new DomainError(
      'INSUFFICIENT_SCOPE',
      'This call is for callers who are not limited to clients or projects.',
    );
}
