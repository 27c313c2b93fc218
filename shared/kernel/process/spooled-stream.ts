import { type Spool, SpooledBytes } from './spool';

export interface ReadingLimits {
  beginMsMax: number;
  totalMsMax: number;
  windowMs: number;
  windowBytesMin: number;
}

const usualLimits: ReadingLimits = {
  beginMsMax: 10_000,
  totalMsMax: 60 * 60_000,
  windowMs: 300_000,
  windowBytesMin: 1024 * 1024,
};

export interface SpooledParts {
  signal?: AbortSignal | undefined;
  onMade: () => void;
  onEnd: () => void;
  onFailure: (error: unknown) => void;
  /** It replaces a source that fails. Until the first source has ended, for at most `pauseMsMax`, the client receives nothing. */
  again?: (failure: unknown) => Promise<ReadableStream<Uint8Array>>;
  limits?: ReadingLimits;
}

export function spooledStream(
  source: ReadableStream<Uint8Array>,
  spool: Spool,
  parts: SpooledParts,
): ReadableStream<Uint8Array> {
  const transfer = new Transfer(source, new SpooledBytes(spool), parts);
  return new ReadableStream(
    { pull: (controller) => transfer.pull(controller), cancel: () => transfer.end() },
    { highWaterMark: 0 },
  );
}

const pauseMsMax = 60_000;

const readerOf = (source: ReadableStream<Uint8Array>) => source.getReader();

class Transfer {
  #reader: ReturnType<typeof readerOf>;
  readonly #limits: ReadingLimits;
  readonly #beginTimer: Timer;
  #totalTimer: Timer | undefined;
  #windowTimer: Timer | undefined;
  #making: Promise<void> | null = null;
  #cancelling: Promise<void> | null = null;
  #isPending: boolean;
  #lockedTimer: Timer | undefined;
  #isMade = false;
  #hasEnded = false;
  #failure: Error | null = null;
  #takenInWindow = 0;
  #hasWaited = false;
  #progress = Promise.withResolvers<void>();

  constructor(
    source: ReadableStream<Uint8Array>,
    private readonly bytes: SpooledBytes,
    private readonly parts: SpooledParts,
  ) {
    this.#reader = readerOf(source);
    this.#limits = parts.limits ?? usualLimits;
    this.#isPending = parts.again !== undefined;
    this.#beginTimer = setTimeout(() => this.#giveUp(), this.#limits.beginMsMax);
    parts.signal?.addEventListener('abort', this.#onAbort);
    if (parts.signal?.aborted) this.#onAbort();
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    if (this.#failure) throw this.#failure;
    this.#making ??= this.#begin();
    for (;;) {
      const progress = this.#progress.promise;
      if (this.#failure) throw this.#failure;
      const chunk = this.#isPending ? undefined : await this.bytes.read();
      if (this.#failure) throw this.#failure;
      if (chunk) {
        this.#takenInWindow += chunk.length;
        return controller.enqueue(chunk);
      }
      if (this.#isMade && this.bytes.isEmpty) {
        controller.close();
        return this.end();
      }
      this.#hasWaited = true;
      await progress;
    }
  }

  async end(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const timer of [this.#beginTimer, this.#totalTimer, this.#lockedTimer]) clearTimeout(timer);
    clearInterval(this.#windowTimer);
    this.parts.signal?.removeEventListener('abort', this.#onAbort);
    this.#cancelling = this.#reader.cancel().catch(() => {});
    await this.#cancelling;
    if (this.#making) await this.#making;
    else this.parts.onMade();
    await this.bytes.close();
    this.parts.onEnd();
  }

  readonly #onAbort = () => this.#fail(new Error('The client went away.'));
  #giveUp(): void {
    this.#fail(new Error('The client does not read the answer, or reads it too slowly.'));
  }

  #fail(failure: Error): void {
    if (this.#hasEnded) return;
    this.#failure ??= failure;
    this.#wake();
    void this.end();
  }

  #begin(): Promise<void> {
    const { totalMsMax, windowMs } = this.#limits;
    clearTimeout(this.#beginTimer);
    this.#totalTimer = setTimeout(() => this.#giveUp(), totalMsMax);
    this.#windowTimer = setInterval(() => this.#watch(), windowMs);
    if (this.#isPending) this.#lockedTimer = setTimeout(() => this.#release(), pauseMsMax);
    return this.#make();
  }

  async #make(): Promise<void> {
    try {
      await this.#readSource().catch((error) => this.#readAnew(error));
    } catch (error) {
      if (!this.#hasEnded) {
        this.parts.onFailure(error);
        this.#fail(error instanceof Error ? error : new Error(String(error)));
      }
    }
    await this.#cancelling;
    this.#isMade = true;
    this.parts.onMade();
    this.#release();
  }

  async #readSource(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done || this.#hasEnded) return;
      await this.bytes.write(value);
      this.#wake();
    }
  }

  async #readAnew(failure: unknown): Promise<void> {
    if (!this.parts.again || !this.#isPending || this.#hasEnded) throw failure;
    const source = await this.parts.again(failure);
    if (this.#hasEnded) return source.cancel();
    this.#reader = readerOf(source);
    await this.bytes.clear();
    this.#release();
    await this.#readSource();
  }

  #release(): void {
    this.#isPending = false;
    this.#wake();
  }

  #wake(): void {
    const { resolve } = this.#progress;
    this.#progress = Promise.withResolvers();
    resolve();
  }

  #watch(): void {
    const isSlow = !this.#hasWaited && this.#takenInWindow < this.#limits.windowBytesMin;
    if (isSlow && !this.bytes.isEmpty) this.#giveUp();
    this.#hasWaited = false;
    this.#takenInWindow = 0;
  }
}
