export interface LiveEvent {
  event: string;
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read data of every event
  data: any;
}

/** The events of a stream one by one; signs of life are left out. */
export class LiveEvents {
  readonly #events: LiveEvent[] = [];
  readonly #reader: Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>;
  readonly #decoder = new TextDecoder();
  #text = '';
  lastId = '';

  constructor(response: Response) {
    if (!response.body) throw new Error(`There is no stream: ${response.status}`);
    this.#reader = response.body.getReader();
  }

  /** Undefined at the end of the stream. */
  async next(): Promise<LiveEvent | undefined> {
    while (this.#events.length === 0) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#take(this.#decoder.decode(value, { stream: true }));
    }
    const event = this.#events.shift();
    if (event) this.lastId = event.id;
    return event;
  }

  /** The next event of a name, others before it are skipped. */
  async nextOf(name: string): Promise<LiveEvent> {
    for (;;) {
      const event = await this.next();
      if (event === undefined) throw new Error(`The stream has ended without ${name}.`);
      if (event.event === name) return event;
    }
  }

  #take(text: string): void {
    const frames = (this.#text + text).split('\n\n');
    this.#text = frames.pop() ?? '';
    for (const frame of frames) {
      const [, event, id, data] = /^event: (.*)\nid: (.*)\ndata: (.*)$/.exec(frame) ?? [];
      if (event && id && data) this.#events.push({ event, id, data: JSON.parse(data) });
      else if (!frame.startsWith(':')) throw new Error(`This is no event: ${frame}`);
    }
  }

  close(): Promise<void> {
    return this.#reader.cancel().catch(() => {});
  }
}
