import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import type { Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Question } from '../contracts/contract';
import { DomainError, type ErrorCode } from '../errors';
import type { Logger } from '../log';
import { failSpan } from '../tracing';
import { messageSpan, taken } from './message-trace';

export interface Reply {
  answer?: unknown;
  error?: { code: ErrorCode; detail: string; facts: Record<string, unknown> };
}

export type Answer<Q extends Question> = (request: Static<Q['request']>) => Promise<Static<Q['response']>>;

export class Answering {
  readonly #subscriptions: Subscription[] = [];
  readonly #inHand = new Set<Promise<void>>();

  constructor(private readonly log: Logger) {}

  begin<Q extends Question>(connection: NatsConnection, question: Q, answer: Answer<Q>): void {
    const take = (message: Msg) => {
      const taken = this.#reply(question, answer, message).finally(() => this.#inHand.delete(taken));
      this.#inHand.add(taken);
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
    const reply = await taken(
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
      const request = Value.Parse(question.request, message.json()) as Static<Q['request']>;
      return { answer: await answer(request) };
    } catch (error) {
      if (error instanceof DomainError)
        return { error: { code: error.code, detail: error.message, facts: error.facts } };
      failSpan(error);
      this.log.error('question not answered', { subject: question.subject, error });
      return { error: { code: 'INTERNAL_ERROR', detail: 'The question could not be answered.', facts: {} } };
    }
  }
}
