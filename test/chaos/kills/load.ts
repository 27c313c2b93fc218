import { type Caller, type Heard, isPassing } from '../caller';
import { type Ground, layGround } from '../races/pair';
import type { Random } from '../random';

/** A write that was acknowledged, by the text that it alone has, or an import by its task. */
export interface Written {
  marks: string[];
  /** Writes of which nobody knows whether they happened: none or one of each may be there. */
  unknown: string[];
  imports: { taskId: string; rows: number; mark: string }[];
  deletedServices: string[];
  refusals: string[];
}

const rowsOfImport = 300;
const writers = 4;

/**
 * Clients of the system that go on however often it breaks: lines with and without keys for retries, imports, and projects that
 * are filled and deleted again.
 */
export class Load {
  readonly written: Written = { marks: [], unknown: [], imports: [], deletedServices: [], refusals: [] };
  #isStopped = false;
  #running: Promise<unknown> = Promise.resolve();
  #marks = 0;

  constructor(
    private readonly caller: Caller,
    private readonly random: Random,
  ) {}

  async start(): Promise<void> {
    const ground = await layGround(this.caller);
    const again = async (work: () => Promise<void>) => {
      while (!this.#isStopped) {
        await work().catch((error: Error) => this.written.refusals.push(error.message));
        await Bun.sleep(this.random.below(20));
      }
    };
    const lines = Array.from({ length: writers }, () => again(() => this.#writeLine(ground)));
    const others = [
      again(() => this.#writeLineOnce(ground)),
      again(() => this.#importLines(ground)),
      again(() => this.#fillAndDelete(ground)),
    ];
    this.#running = Promise.all([...lines, ...others]);
  }

  /** Lets every write in hand come to its end. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  #mark(): string {
    return `chaos-${++this.#marks}`;
  }

  #line({ projectId, serviceId }: Pick<Ground, 'projectId' | 'serviceId'>, tag: string) {
    return { projectId, serviceId, discipline: 'civil', quantity: 1, tag };
  }

  /** Tried again under one key until it is acknowledged. */
  async #writeLine(ground: Ground): Promise<void> {
    const mark = this.#mark();
    await this.caller.insist('POST', '/api/v1/mto', () => ({ json: this.#line(ground, mark) }));
    this.written.marks.push(mark);
  }

  /** Tried once, without a key. */
  async #writeLineOnce(ground: Ground): Promise<void> {
    const mark = this.#mark();
    const heard: Heard = await this.caller.send('POST', '/api/v1/mto', { json: this.#line(ground, mark) });
    if (heard.status === 201) this.written.marks.push(mark);
    else if (isPassing(heard)) {
      this.written.unknown.push(mark);
      await Bun.sleep(100);
    } else throw new Error(`a line was answered ${heard.status} ${JSON.stringify(heard.body)}`);
  }

  async #importLines({ projectId, serviceId }: Ground): Promise<void> {
    const mark = this.#mark();
    const rows = Array.from({ length: rowsOfImport }, (_, at) => `${mark}-${at},Concrete,m3,${at + 1}`);
    const text = ['Tag,Description,Unit,Quantity', ...rows].join('\n');
    const form = () => {
      const parts = new FormData();
      for (const [name, value] of Object.entries({ projectId, serviceId, discipline: 'civil' }))
        parts.set(name, value);
      parts.set('file', new File([text], `${mark}.csv`));
      return { form: parts };
    };
    const { body } = await this.caller.insist('POST', '/api/v1/mto/import/async', form);
    this.written.imports.push({ taskId: body.taskId, rows: rowsOfImport, mark });
    await Bun.sleep(this.random.below(400));
  }

  /** A service with lines, a crew and an import under way goes, and all of it with it. */
  async #fillAndDelete({ projectId }: Ground): Promise<void> {
    const service = await this.caller.create(`/v1/projects/${projectId}/services`, {
      serviceType: 'estimation',
    });
    const own = { projectId, serviceId: service.id };
    await this.caller.create('/api/v1/service-crews', own);
    await this.caller.create('/api/v1/mto', this.#line(own, this.#mark()));
    await this.#delete(`/api/v1/services/${service.id}`);
    this.written.deletedServices.push(service.id);
  }

  /** A delete that was not heard of may have happened: then it is not found the next time. */
  async #delete(path: string): Promise<void> {
    for (;;) {
      const heard = await this.caller.send('DELETE', path);
      if (heard.status === 204 || heard.status === 404) return;
      if (!isPassing(heard)) throw new Error(`DELETE ${path}: ${heard.status} ${JSON.stringify(heard.body)}`);
      await Bun.sleep(100);
    }
  }
}
