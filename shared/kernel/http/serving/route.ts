import type { ErrorCode } from '../../schema/errors';
import type { Fields, JsonSchema, Values } from '../../schema/field';
import { QueryInput } from '../../schema/query';
import type { PageOf } from './answer';
import type { KeptList } from './idempotency';
import type { ReceiveForm, Upload } from './upload';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export interface Parts<Path extends string, F extends Fields, U extends Upload = Upload> {
  params: Record<ParamNames<Path>, string>;
  query: Values<F>;
  /** The parsed JSON body; undefined without one, and when a route that takes both kinds of body was sent a form. */
  body: unknown;
  /** The received form; undefined when a route that takes both kinds of body was sent JSON. */
  upload: U;
  signal: AbortSignal;
  lastEventId: string | null;
  ifNoneMatch: string | null;
}

export interface UploadOptions<U extends Upload> {
  parts: JsonSchema;
  /** Another part may stand in its place. */
  isFileOptional?: true;
  receive: ReceiveForm<U>;
}

export interface RouteOptions<F extends Fields, Ctx, U extends Upload = Upload> {
  /** `<resource>.<verb>`; with the set before it the operationId, and the name in logs and metrics. */
  name: string;
  summary: string;
  description?: string;
  query?: QueryInput<F>;
  body?: JsonSchema;
  /** The body may be left out; what is sent is read nevertheless, and refused where it says what the route does not know. */
  isBodyOptional?: true;
  upload?: UploadOptions<U>;
  /** About many records: the body may be as large as a bulk create, and calls count against the limit of bulk requests. */
  isBulk?: boolean;
  /** A POST that only reads: an `Idempotency-Key` is left alone, since nothing could happen twice. */
  isReadingOnly?: boolean;
  /**
   * Answers a repeat of a request whose answer was large: of that only what is beside its `items` was kept, which are read
   * again.
   */
  repeat?: (ctx: Ctx, kept: KeptList, query: Values<F>) => Promise<unknown>;
  /** The answer holds a secret, so it is never kept for a repeat: `Idempotency-Key` is refused. */
  holdsSecret?: boolean;
  success?: 200 | 201 | 204;
  /**
   * Where what a POST creates can be read, below the prefix of its set: of many records their collection. Parameters are keys of
   * the answer, of the path or of the body.
   */
  location?: string;
  answer?: JsonSchema | PageOf;
  /** Media types of an answer that is no JSON; several when the query chooses. */
  answerType?: string | readonly string[];
  /** Headers of an answer that say what its body does not, by their names. */
  answerHeaders?: Readonly<Record<string, JsonSchema>>;
  /** The answer has an ETag of its own; a request that names it is told 304. */
  isCached?: true;
  problems?: readonly ErrorCode[];
  example?: unknown;
  /** Who may call; without it a Reader where the route only reads, else a Contributor alone. */
  role?: 'Contributor';
  isOpen?: true;
  /** Whether `If-Match` counts: without it in PUT, PATCH and DELETE. */
  isVersioned?: boolean;
}

export interface Route<Ctx> {
  method: Method;
  path: string;
  options: RouteOptions<Fields, Ctx>;
  handle(ctx: Ctx, parts: Parts<string, Fields>): Promise<unknown>;
}

export const pathTemplate = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

export const isWriting = <Ctx>({ method, options }: Pick<Route<Ctx>, 'method' | 'options'>): boolean =>
  method !== 'GET' && !options.isReadingOnly;

/** Whether an `Idempotency-Key` means something: for what creates or does, and for bulk changes that can be answered again. */
export const takesKey = <Ctx>({ method, options }: Pick<Route<Ctx>, 'method' | 'options'>): boolean =>
  (method === 'POST' || options.repeat !== undefined) && !options.isReadingOnly;

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
