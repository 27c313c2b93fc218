import type { Connection } from './connection';
import type { Connector } from './connector';
import { patiently, patientOpenMsMax } from './patience';

const retryMs = 300;
const askEveryMs = 10_000;
const answerMsMax = 3000;

export class Listener {
  #connection: Connection | null = null;
  #isEnded = false;
  readonly #asking: ReturnType<typeof setInterval>;

  private constructor(
    private readonly connector: Connector,
    private readonly channel: string,
    private readonly heard: () => void,
  ) {
    this.#asking = setInterval(() => this.#ask(), askEveryMs);
  }

  static async start(connector: Connector, channel: string, heard: () => void): Promise<Listener> {
    const listener = new Listener(connector, channel, heard);
    try {
      await patiently(() => listener.#listen(patientOpenMsMax));
    } catch (error) {
      listener.end();
      throw error;
    }
    return listener;
  }

  end(): void {
    this.#isEnded = true;
    clearInterval(this.#asking);
    this.#connection?.close();
  }

  async #listen(openMsMax?: number): Promise<void> {
    const events = {
      onNotify: () => this.heard(),
      onClose: (closed: Connection) => void this.#again(closed),
    };
    const connection = await this.connector.open(events, openMsMax);
    this.#connection = connection;
    if (this.#isEnded) return connection.close();
    await connection.run(`listen "${this.channel.replaceAll('"', '""')}"`);
  }

  async #again(lost: Connection): Promise<void> {
    if (this.#connection !== lost) return;
    this.#connection = null;
    while (!this.#isEnded && this.#connection === null) {
      await Bun.sleep(retryMs);
      await this.#listen().then(this.heard, () => this.#giveUp());
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
    connection
      .run('select 1')
      .catch(() => connection.destroy())
      .finally(() => clearTimeout(limit));
  }
}
