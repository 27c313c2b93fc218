export class SharedAnswer<T> {
  #current: Promise<T> | null = null;
  #next: Promise<T> | null = null;

  constructor(private readonly ask: () => Promise<T>) {}

  get(): Promise<T> {
    if (this.#current === null) return this.#begin();
    const begin = () => this.#begin();
    this.#next ??= this.#current.then(begin, begin);
    return this.#next;
  }

  #begin(): Promise<T> {
    this.#next = null;
    const answer = this.ask().finally(() => {
      this.#current = null;
    });
    this.#current = answer;
    return answer;
  }
}
