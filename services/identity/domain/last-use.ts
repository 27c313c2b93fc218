import { type Database, retryConflicts } from '@consulting/kernel/postgres';
import type { Logger } from '@consulting/kernel/process';
import { writeLastUse } from '../store/api-key';

const writeEveryMs = 1000;

export interface LastUse {
  touch(keyId: string): void;
  stop(): Promise<void>;
}

export function collectLastUse(db: Database, log: Logger): LastUse {
  let used = new Map<string, Date>();
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    if (used.size === 0) return;
    const batch = used;
    used = new Map();
    try {
      await retryConflicts(() =>
        writeLastUse(
          db,
          [...batch].map(([id, at]) => ({ id, at })),
        ),
      );
    } catch (error) {
      log.warn('last use of API keys not written, retrying', { error });
      used = new Map([...batch, ...used]);
    }
  };
  const queue = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(queue, writeEveryMs);
  return {
    touch: (keyId) => void used.set(keyId, new Date()),
    stop() {
      clearInterval(timer);
      return queue();
    },
  };
}
