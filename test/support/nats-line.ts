/** A connection to NATS that speaks the protocol itself, so that a test may try what no client library would send. */
export class NatsLine {
  #text = '';
  #heard: (() => void)[] = [];
  #socket: Bun.Socket | undefined;

  /** @param url with or without a user */
  static async open(url: string): Promise<NatsLine> {
    const { hostname, port, username: user, password: pass } = new URL(url);
    const line = new NatsLine();
    line.#socket = await Bun.connect({
      hostname,
      port: Number(port),
      socket: { data: (_, bytes) => line.#take(bytes), close: () => line.#take(Buffer.from('')) },
    });
    const who = user === '' ? {} : { user, pass };
    const options = { verbose: false, pedantic: false, lang: 'test', version: '0', headers: true, ...who };
    line.#socket.write(`CONNECT ${JSON.stringify(options)}\r\n`);
    return line;
  }

  #take(bytes: Buffer): void {
    this.#text += bytes.toString();
    for (const heard of this.#heard.splice(0)) heard();
  }

  async #until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((heard) => this.#heard.push(heard));
  }

  /** What the server says to some commands, errors included. */
  async say(commands: string[]): Promise<string> {
    this.#text = '';
    this.#socket?.write(`${commands.map((command) => `${command}\r\n`).join('')}PING\r\n`);
    await this.#until(() => /^PONG|^-ERR 'Auth/m.test(this.#text));
    return this.#text;
  }

  /** Which of the subjects may not be published to. */
  async refusedToPublish(subjects: string[]): Promise<string[]> {
    const said = await this.say(subjects.map((subject) => `PUB ${subject} 0\r\n`));
    return [...said.matchAll(/Violation for Publish to "([^"]+)"/g)].map(([, subject]) => subject ?? '');
  }

  /** Which of the subjects may not be subscribed to. */
  async refusedToSubscribe(subjects: string[]): Promise<string[]> {
    const said = await this.say(subjects.map((subject, at) => `SUB ${subject} ${at + 1}\r\nUNSUB ${at + 1}`));
    return [...said.matchAll(/Violation for Subscription to "([^"]+)"/g)].map(([, subject]) => subject ?? '');
  }

  /** Asks the server's own interface. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  async request(subject: string, body: object | undefined, inbox: string): Promise<any> {
    const text = body === undefined ? '' : JSON.stringify(body);
    await this.say([`SUB ${inbox} 1`, `UNSUB 1 1`]);
    this.#text = '';
    this.#socket?.write(`PUB ${subject} ${inbox} ${Buffer.byteLength(text)}\r\n${text}\r\n`);
    await this.#until(() => /^MSG \S+ 1 \d+\r\n[^\r]*\r\n/m.test(this.#text));
    return JSON.parse(/^MSG \S+ 1 \d+\r\n([^\r]*)/m.exec(this.#text)?.[1] ?? '');
  }

  close(): void {
    this.#socket?.end();
  }
}
