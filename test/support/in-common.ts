interface Stoppable {
  verify(): Promise<void>;
  stop(): Promise<void>;
}

/** One system for all files of this process, which leave it running; a file that alters more than its own records starts its own. */
export function inCommon<S extends Stoppable>(start: () => Promise<S>): () => Promise<S> {
  let common: Promise<S> | undefined;
  return async () => {
    common ??= start();
    const system = await common;
    return { ...system, stop: system.verify };
  };
}
