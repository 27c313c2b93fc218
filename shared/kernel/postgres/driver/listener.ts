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
    let isListening = false;
    const onClose = () => isListening && void this.#again();
    const connection = await this.connector.open({ onNotify: () => this.heard(), onClose }, openMsMax);
    if (this.#isEnded) return connection.close();
    this.#connection = connection;
    try {
      await connection.run(`listen ${escapeIdentifier(this.channel)}`);
      isListening = true;
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  end(): void {
    this.#isEnded = true;
    clearInterval(this.#asking);
    this.#connection?.close();
  }

  async #again(): Promise<void> {
    for (let isListening = false; !isListening && !this.#isEnded; ) {
      await Bun.sleep(retryMs);
      isListening = await this.listen().then(
        () => true,
        () => false,
      );
    }
    if (!this.#isEnded) this.heard();
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
