/** A promise used in many races would remember the outcome of each until it settles itself; here work is remembered only while it runs. */
export class Interruption {
  readonly #running = new Set<(reason: unknown) => void>();

  async during<T>(work: T | Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#running.add(reject);
    Promise.resolve(work).then(resolve, reject);
    try {
      return await promise;
    } finally {
      this.#running.delete(reject);
    }
  }

  raise(reason: unknown): void {
    for (const reject of this.#running) reject(reason);
  }
}
