import { createInbox, type NatsConnection } from '@nats-io/transport-node';
import type { Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Question } from '../contracts/contract';
import { DomainError, unavailable } from '../errors';
import type { NatsAddress } from '../nats-url';
import { traced } from '../tracing';
import type { Reply } from './answering';
import { messageHeaders, messageSpan } from './message-trace';

const timeoutMsUsual = 5000;
/** With several servers a question is asked again for longer than it takes to find out that one of them is gone. */
const failoverMs = 3000;
const pauseMs = 50;

export class Asking {
  #lost = newLoss();

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
    return Value.Parse(question.response, reply.answer) as Static<Q['response']>;
  }

  lose(): void {
    this.#lost.reject(new Error('the connection was lost'));
    this.#lost = newLoss();
  }

  async #insist(question: Question, request: string): Promise<Reply> {
    const isCluster = this.address.servers.length > 1;
    const end = performance.now() + (isCluster ? failoverMs : 0);
    for (;;) {
      try {
        return await this.#send(question, request);
      } catch (error) {
        if (performance.now() >= end) throw unavailable(question.owner, error);
        await Bun.sleep(pauseMs);
      }
    }
  }

  /** Every owner replies to inboxes of its own, the only ones that the server lets it write to: none answers for another. */
  async #send({ owner, subject, timeoutMs = timeoutMsUsual }: Question, request: string): Promise<Reply> {
    const connection = this.connected();
    if (!connection) throw new Error('messages are not connected');
    const replied = connection.request(subject, request, {
      timeout: timeoutMs,
      noMux: true,
      reply: createInbox(`${this.address.inboxPrefix}.${owner}`),
      headers: messageHeaders(),
    });
    return (await Promise.race([replied, this.#lost.promise])).json<Reply>();
  }
}

function newLoss(): PromiseWithResolvers<never> {
  const loss = Promise.withResolvers<never>();
  loss.promise.catch(() => {});
  return loss;
}

function asError(owner: string, error: NonNullable<Reply['error']>): DomainError {
  if (error.code === 'INTERNAL_ERROR') return unavailable(owner, error);
  return new DomainError(error.code, error.detail, error.facts);
}
