const idleMsMax = 10_000;

export class TableThread {
  readonly worker: Worker;
  onClose = () => {};
  #end: Timer | undefined;

  constructor(readonly module: URL) {
    this.worker = new Worker(module.href, { smol: true });
    this.worker.addEventListener('close', () => this.onClose());
  }

  rest(leave: () => void): void {
    this.worker.unref();
    this.onClose = leave;
    this.#end = setTimeout(() => {
      leave();
      this.worker.terminate();
    }, idleMsMax).unref();
  }

  resume(): void {
    clearTimeout(this.#end);
    this.worker.ref();
  }
}

// Threads that have loaded their module wait some seconds for the next file, because loading takes longer than most files.
export class IdleThreads {
  #idle: TableThread[] = [];

  take(module: URL): TableThread {
    const found = this.#idle.findLast((thread) => thread.module.href === module.href);
    if (!found) return new TableThread(module);
    this.#leave(found);
    found.resume();
    return found;
  }

  put(thread: TableThread): void {
    this.#idle.push(thread);
    thread.rest(() => this.#leave(thread));
  }

  #leave(thread: TableThread): void {
    this.#idle = this.#idle.filter((one) => one !== thread);
  }
}
