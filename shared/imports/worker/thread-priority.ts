import { constants, setPriority } from 'node:os';

/**
 * Lets the threads that serve requests come before this one where processors are short. Only on Linux is a priority that of
 * one thread; elsewhere it would be that of the process.
 */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}
