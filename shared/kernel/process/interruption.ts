/**
 * What ends the work of that moment, such as the loss of a connection. Work is known here only while it runs; a promise that it
 * were raced with instead would keep the outcome of every race until it settles itself.
 */
export class Interruption {
  readonly #running = new Set<(reason: unknown) => void>();

  /** @throws the reason of an interruption that comes before the end of the work */
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
