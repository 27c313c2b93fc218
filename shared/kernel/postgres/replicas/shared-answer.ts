export class SharedAnswer<T> {
  #present: Promise<T> | null = null;
  #next: Promise<T> | null = null;

  constructor(private readonly ask: () => Promise<T>) {}

  get(): Promise<T> {
    if (this.#present === null) return this.#begin();
    const begin = () => this.#begin();
    this.#next ??= this.#present.then(begin, begin);
    return this.#next;
  }

  #begin(): Promise<T> {
    this.#next = null;
    const answer = this.ask().finally(() => {
      this.#present = null;
    });
    this.#present = answer;
    return answer;
  }
}
