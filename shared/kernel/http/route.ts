import type { ErrorCode } from '../errors';
import type { Fields, JsonSchema, Values } from '../fields/field';
import { QueryInput } from '../fields/query';
import type { PageOf } from './answer';
import type { KeptList } from './idempotency';
import type { ReceiveForm, Upload } from './upload';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What a handler takes from a request. */
export interface Parts<Path extends string, F extends Fields, U extends Upload = Upload> {
  params: Record<ParamNames<Path>, string>;
  query: Values<F>;
  /** The parsed JSON body; undefined without one, and when a route that takes both kinds of body was sent a form. */
  body: unknown;
  /** The received form; undefined when a route that takes both kinds of body was sent JSON. */
  upload: U;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
  /** The last event that a client got which connects again to a stream of events. */
  lastEventId: string | null;
}

/** A multipart body with a file. */
export interface UploadOptions<U extends Upload> {
  /** Schema of its text parts. */
  parts: JsonSchema;
  receive: ReceiveForm<U>;
}

export interface RouteOptions<F extends Fields, Ctx, U extends Upload = Upload> {
  /** `<resource>.<verb>`; with the set before it the operationId, and the name in logs and metrics. */
  name: string;
  summary: string;
  /** What the summary does not say; CommonMark. */
  description?: string;
  query?: QueryInput<F>;
  /** Schema of the JSON body; a route with one reads and requires it. */
  body?: JsonSchema;
  /** A route with one takes a file, with `body` too either of them. */
  upload?: UploadOptions<U>;
  /** About many records: the body may be as large as a bulk create, and calls count against the limit of bulk requests. */
  isBulk?: boolean;
  /** A POST that only reads: an `Idempotency-Key` is left alone, since nothing could happen twice. */
  isReadingOnly?: boolean;
  /**
   * Answers a repeat of a request whose answer was large: of that only what is beside its `items` was kept, which are read
   * again.
   */
  repeat?: (ctx: Ctx, kept: KeptList) => Promise<unknown>;
  /** The answer holds a secret, so it is never kept for a repeat: `Idempotency-Key` is refused. */
  holdsSecret?: boolean;
  success?: 200 | 201 | 204;
  /** Schema of the answer; a list that a `Page` answers is `pageOf` its records. */
  answer?: JsonSchema | PageOf;
  /** Media type of the answer; application/json when absent. */
  answerType?: string;
  /** Codes that the verb throws, beside those that follow from the method, the path and the body. */
  problems?: readonly ErrorCode[];
  /** A body for the API document. */
  example?: unknown;
  /** Who may call; without it a Reader where the route only reads, else a Contributor alone. */
  role?: 'Contributor';
  /** Answers without a credential. */
  isOpen?: true;
  /** False for a write that does not heed If-Match. */
  isVersioned?: false;
}

export interface Route<Ctx> {
  method: Method;
  path: string;
  options: RouteOptions<Fields, Ctx>;
  handle(ctx: Ctx, parts: Parts<string, Fields>): Promise<unknown>;
}

/** A path as documents and traces write it: `/crews/{crewId}`. */
export const pathTemplate = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** Declares routes whose handlers get the context of one service. */
export function routesOf<Ctx>() {
  const declare =
    (method: Method) =>
    <Path extends string, F extends Fields = Record<never, never>, U extends Upload = Upload>(
      path: Path,
      options: RouteOptions<F, Ctx, U>,
      handle: (ctx: Ctx, parts: Parts<Path, F, U>) => Promise<unknown>,
    ): Route<Ctx> =>
      ({ method, path, options, handle }) as unknown as Route<Ctx>;
  return {
    get: declare('GET'),
    post: declare('POST'),
    put: declare('PUT'),
    patch: declare('PATCH'),
    delete: declare('DELETE'),
  };
}

export const noQuery = new QueryInput({});
