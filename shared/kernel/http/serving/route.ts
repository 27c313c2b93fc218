import { type ErrorCode, type Fields, type JsonSchema, QueryInput, type Values } from '../../schema';
import type { PageOf } from './answer';
import type { StoredList } from './idempotency';
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
  body: unknown;
  upload: U;
  signal: AbortSignal;
  lastEventId: string | null;
  ifNoneMatch: string | null;
}

export interface UploadOptions<U extends Upload> {
  parts: JsonSchema;
  isFileOptional?: true;
  receive: ReceiveForm<U>;
}

export interface RouteOptions<F extends Fields, Ctx, U extends Upload = Upload> {
  /**
   * It is `<resource>.<verb>`; with the endpoint set before it, it is the operationId and the name in logs
   * and metrics.
   */
  name: string;
  summary: string;
  description?: string;
  query?: QueryInput<F>;
  body?: JsonSchema;
  isBodyOptional?: true;
  upload?: UploadOptions<U>;
  isBulk?: boolean;
  isReadingOnly?: boolean;
  /** A large answer is stored without its `items`, and this reads them again for a repeated request. */
  repeat?: (ctx: Ctx, stored: StoredList, query: Values<F>) => Promise<unknown>;
  holdsSecret?: boolean;
  success?: 200 | 201 | 204;
  location?: string;
  answer?: JsonSchema | PageOf;
  answerType?: string | readonly string[];
  // What it answers in other media types, when it is asked for them.
  otherAnswers?: Readonly<Record<string, JsonSchema>>;
  answerHeaders?: Readonly<Record<string, JsonSchema>>;
  isCached?: true;
  problems?: readonly ErrorCode[];
  example?: unknown;
  role?: 'Contributor';
  // A limited caller is refused.
  isForUnlimited?: true;
  // It compares the project with others of the caller.
  isOfProjects?: true;
  isOpen?: true;
  isVersioned?: boolean;
}

export interface Route<Ctx> {
  method: Method;
  path: string;
  options: RouteOptions<Fields, Ctx>;
  handle(ctx: Ctx, parts: Parts<string, Fields>): Promise<unknown>;
}

export const pathTemplate = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

export const forUnlimited = <Ctx>(route: Route<Ctx>): Route<Ctx> => ({
  ...route,
  options: { ...route.options, isForUnlimited: true },
});

export const isWriting = <Ctx>({ method, options }: Pick<Route<Ctx>, 'method' | 'options'>): boolean =>
  method !== 'GET' && !options.isReadingOnly;

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

// Everybody reads a library.
export const libraryRoutes = <Ctx>(routes: readonly Route<Ctx>[]): Route<Ctx>[] =>
  routes.map((route) => (isWriting(route) ? forUnlimited(route) : route));
