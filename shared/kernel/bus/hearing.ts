import type { NatsConnection } from '@nats-io/transport-node';
import type { Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { EventContract } from '../contracts/contract';
import type { Logger } from '../log';
import { messageSpan, taken } from './message-trace';

export function hearEvents<E extends EventContract>(
  connection: NatsConnection,
  { subject, payload }: E,
  handle: (payload: Static<E['payload']>) => void,
  log: Logger,
): void {
  const plan = () => messageSpan('process', subject);
  connection.subscribe(subject, {
    callback: (failure, message) => {
      if (failure) return;
      const hear = async () => {
        handle(Value.Parse(payload, message.json()) as Static<E['payload']>);
        log.debug('event heard', { subject });
      };
      taken(message.headers, plan, hear).catch((error) =>
        log.error('event is not what its contract says', { subject, error }),
      );
    },
  });
}
