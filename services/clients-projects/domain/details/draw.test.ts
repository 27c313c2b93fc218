import { describe, expect, test } from 'bun:test';
import { DomainError } from '@consulting/kernel/schema';
import { type Draw, requireDrawTransitions } from './draw';

const statuses = ['submitted', 'under-review', 'recommended', 'approved', 'funded', 'rejected'] as const;

const listed: Record<Draw['status'], readonly Draw['status'][]> = {
  submitted: ['under-review', 'rejected'],
  'under-review': ['recommended', 'rejected'],
  recommended: ['approved', 'rejected'],
  approved: ['funded'],
  funded: [],
  rejected: ['submitted'],
};

const drawIn = (status: Draw['status'], drawNumber = 1) => [{ drawNumber, status } as Draw];

describe('requireDrawTransitions', () => {
  for (const from of statuses) {
    for (const to of statuses) {
      const isListed = from === to || listed[from].includes(to);
      test(`${from} to ${to} is ${isListed ? 'accepted' : 'refused with what is allowed'}`, () => {
        const change = () => requireDrawTransitions(drawIn(from), drawIn(to));
        if (isListed) return change();
        expect(change).toThrow(DomainError);
        try {
          change();
        } catch (error) {
          expect((error as DomainError).facts).toEqual({ drawNumber: 1, from, to, allowed: listed[from] });
        }
      });
    }
  }

  test('a new draw may have any status and a draw may be left out', () => {
    requireDrawTransitions(drawIn('submitted', 1), drawIn('funded', 2));
  });
});
