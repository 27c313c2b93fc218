import {
  createInbox,
  type Msg,
  type NatsConnection,
  RequestError,
  type Subscription,
  TimeoutError,
} from '@nats-io/transport-node';
import { retryConflicts } from '../postgres';
import { currentDeadline, failSpan, Interruption, type Logger, type NatsAddress, traced } from '../process';
import { DomainError, type ErrorCode, type Question, readContent, type Static, unavailable } from '../schema';
import { inTrace, messageHeaders, messageSpan } from './message-trace';

interface Reply {
  answer?: unknown;
  error?: { code: ErrorCode; detail: string; facts: Record<string, unknown> };
}

const timeoutMsUsual = 2000;

/**
 * An owner that does not reply may be busy, so the question is asked once more; with several servers it is
 * repeated for longer than it takes to notice that one of them is gone. Where nobody listens, the owner may
 * be restarting: one process of it stops as the next one begins. So may the only server, which is away for a
 * second or two when its users change.
 */
const insistMs = 3000;
const pauseMs = 50;

/** Tests lower it: their owners are silent on purpose, and do not restart. */
export const patience = { unheardMs: 500 };

const isUnheard = (error: unknown): boolean => error instanceof RequestError && error.isNoResponders();

export class Asking {
  readonly #loss = new Interruption();
  #lostAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly connected: () => NatsConnection | undefined,
    private readonly address: NatsAddress,
  ) {}

  async ask<Q extends Question>(question: Q, request: Static<Q['request']>): Promise<Static<Q['response']>> {
    const reply = await traced(
      undefined,
      () => messageSpan('send', question.subject),
      () => this.#insist(question, JSON.stringify(request)),
    );
    if (reply.error) throw asError(question.owner, reply.error);
    return readContent<Q['response']>(question.response, reply.answer);
  }

  lose(): void {
    this.#lostAt = performance.now();
    this.#loss.raise(new Error('the connection was lost'));
  }

  async #insist(question: Question, request: string): Promise<Reply> {
    const isCluster = this.address.servers.length > 1;
    const start = performance.now();
    for (;;) {
      try {
        return await this.#send(question, request);
      } catch (error) {
        if (error instanceof DomainError) throw error;
        currentDeadline()?.requireTimeToAsk();
        const patienceMs =
          isCluster || error instanceof TimeoutError ? insistMs : isUnheard(error) ? patience.unheardMs : 0;
        const endsAt = Math.max(start + patienceMs, this.#lostAt + insistMs);
        if (performance.now() >= endsAt) throw unavailable(question.owner, error);
        await Bun.sleep(pauseMs);
      }
    }
  }

  /** The server lets every owner write only to its own inboxes, so that none can answer for another. */
  async #send(
    { owner, subject, timeoutMs = timeoutMsUsual, isWriting }: Question,
    request: string,
  ): Promise<Reply> {
    const connection = this.connected();
    if (!connection) throw new Error('NATS is not connected');
    const timeout = Math.min(timeoutMs, currentDeadline()?.requireTimeToAsk() ?? timeoutMs);
    const replied = connection.request(subject, request, {
      timeout,
      noMux: true,
      reply: createInbox(`${this.address.inboxPrefix}.${owner}`),
      headers: messageHeaders(isWriting ? timeout : undefined),
    });
    return (await this.#loss.during(replied)).json<Reply>();
  }
}

function asError(owner: string, error: NonNullable<Reply['error']>): DomainError {
  if (error.code === 'INTERNAL_ERROR' || error.code === 'DEADLINE_EXCEEDED') return unavailable(owner, error);
  return new DomainError(error.code, error.detail, error.facts);
}

export type Answer<Q extends Question> = (request: Static<Q['request']>) => Promise<Static<Q['response']>>;

export class Answering {
  readonly #subscriptions: Subscription[] = [];
  readonly #inHand = new Set<Promise<void>>();

  constructor(private readonly log: Logger) {}

  begin<Q extends Question>(connection: NatsConnection, question: Q, answer: Answer<Q>): void {
    const take = (message: Msg) => {
      const replied = this.#reply(question, answer, message).finally(() => this.#inHand.delete(replied));
      this.#inHand.add(replied);
    };
    this.#subscriptions.push(
      connection.subscribe(question.subject, {
        queue: question.owner,
        callback: (error, message) => {
          if (!error) take(message);
        },
      }),
    );
  }

  async finish(connection: NatsConnection): Promise<void> {
    await Promise.all(this.#subscriptions.map((subscription) => subscription.drain()));
    await Promise.all(this.#inHand);
    await connection.flush();
  }

  async #reply<Q extends Question>(question: Q, answer: Answer<Q>, message: Msg): Promise<void> {
    const { subject } = question;
    const started = performance.now();
    const reply = await inTrace(
      message.headers,
      () => messageSpan('process', subject),
      async () => {
        const reply = await this.#replyTo(question, answer, message);
        const seconds = (performance.now() - started) / 1000;
        this.log.debug('question answered', { subject, seconds, code: reply.error?.code });
        return reply;
      },
    );
    message.respond(JSON.stringify(reply));
  }

  async #replyTo<Q extends Question>(question: Q, answer: Answer<Q>, message: Msg): Promise<Reply> {
    try {
      const request = readContent<Q['request']>(question.request, message.json());
      return { answer: await retryConflicts(() => answer(request)) };
    } catch (error) {
      if (error instanceof DomainError)
        return { error: { code: error.code, detail: error.message, facts: error.facts } };
      failSpan(error);
      this.log.error('question could not be answered', { subject: question.subject, error });
      return { error: { code: 'INTERNAL_ERROR', detail: 'The question could not be answered.', facts: {} } };
    }
  }
}
