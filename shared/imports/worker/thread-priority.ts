import { constants, setPriority } from 'node:os';

/**
 * The threads that serve requests come before this one where processors are short. Only Linux has a priority
 * per thread; elsewhere it would be that of the process.
 */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}
