import { isDeadlock } from './query';

const attemptsMax = 4;

/** Runs again what the database ended to break a deadlock: nothing of it was written, and the others are done. */
export async function retryDeadlocks<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!isDeadlock(error) || attempt === attemptsMax) throw error;
    }
  }
}
