import { escapeIdentifier } from 'pg';
import type { Connection } from './connection';
import type { Connector } from './connector';

const retryMs = 300;
const askEveryMs = 10_000;
const answerMsMax = 3000;

/** After a connection was lost, `heard` is called once, because something may have been said meanwhile. */
export class Listener {
  #connection: Connection | null = null;
  #isEnded = false;
  readonly #asking = setInterval(() => this.#ask(), askEveryMs);

  constructor(
    private readonly connector: Connector,
    private readonly channel: string,
    private readonly heard: () => void,
  ) {}

  async listen(openMsMax?: number): Promise<void> {
    const onClose = (closed: Connection) => void this.#again(closed);
    const connection = await this.connector.open({ onNotify: () => this.heard(), onClose }, openMsMax);
    this.#connection = connection;
    if (this.#isEnded) return connection.close();
    await connection.run(`listen ${escapeIdentifier(this.channel)}`);
  }

  end(): void {
    this.#isEnded = true;
    clearInterval(this.#asking);
    this.#connection?.close();
  }

  async #again(lost: Connection): Promise<void> {
    if (this.#connection !== lost) return;
    this.#connection = null;
    while (!this.#isEnded && this.#connection === null) {
      await Bun.sleep(retryMs);
      await this.listen().then(this.heard, () => this.#giveUp());
    }
  }

  #giveUp(): void {
    const connection = this.#connection;
    this.#connection = null;
    connection?.destroy();
  }

  /** A connection that nobody writes to would not notice that its server is gone. */
  #ask(): void {
    const connection = this.#connection;
    if (!connection || connection.isClosed) return;
    const limit = setTimeout(() => connection.destroy(), answerMsMax);
    const answered = () => clearTimeout(limit);
    connection.run('select 1').then(answered, answered);
  }
}
