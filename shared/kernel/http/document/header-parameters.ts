import type { JsonSchema } from '../../schema';
import { type Route, takesKey } from '../serving/route';
import { isVersioned } from './problem-responses';

const idempotencyKey: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a retry safe: the same key with the same body within 24 hours returns the first answer, a long one with its records as they are then. Keys are per caller, method and path.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

const lastEventId: JsonSchema = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'Identifier of the last event that was seen, as EventSource sends it.',
  schema: { type: 'string' },
};

const ifNoneMatch: JsonSchema = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'ETag of the answer that the client has cached; the answer is 304 while nothing has changed.',
  schema: { type: 'string' },
};

const ifMatch: JsonSchema = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'ETag of the record as it was read, weak or strong, or a list of them; the write is refused when it has changed since. `*` takes any version.',
  schema: { type: 'string', examples: ['"3"'] },
};

export const isEvents = <Ctx>({ options }: Route<Ctx>): boolean => options.answerType === 'text/event-stream';

/** The headers are written out in each operation, since generators make a file of every shared one. */
export function headerParameters<Ctx>(route: Route<Ctx>): JsonSchema[] {
  const { holdsSecret, isCached } = route.options;
  return [
    ...(takesKey(route) && !holdsSecret ? [idempotencyKey] : []),
    ...(isVersioned(route) ? [ifMatch] : []),
    ...(isEvents(route) ? [lastEventId] : []),
    ...(isCached ? [ifNoneMatch] : []),
  ];
}
