import type { paths } from '@consulting/client/api';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { answered, useApi } from './client';

type Method = 'get' | 'post';
type Operation<M extends Method, P extends keyof paths> = paths[P] extends Record<M, infer O> ? O : never;
type Path<M extends Method> = {
  [P in keyof paths]: [Operation<M, P>] extends [never] ? never : P;
}[keyof paths];
type Params<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { parameters: infer All } ? Omit<All, 'header' | 'cookie'> : never;
type Body<P extends keyof paths> =
  Operation<'post', P> extends { requestBody?: { content: { 'application/json': infer B } } } ? B : never;

export type Answer<P extends keyof paths, M extends Method = 'get'> =
  Operation<M, P> extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A : never;

type Options<A, T> = Omit<UseQueryOptions<A, Error, T>, 'queryKey' | 'queryFn'>;
type Call<A> = Promise<{ data?: A; error?: unknown; response: Response }>;
// The paths are data here, so the compiler cannot tell what each of them answers.
type AnyPath = Record<'GET' | 'POST', <A>(path: string, init: object) => Call<A>>;

function useAnswer<A, T>(
  queryKey: QueryKey,
  ask: (api: AnyPath, signal: AbortSignal) => Call<A>,
  options: Options<A, T>,
) {
  const api = useApi() as unknown as AnyPath;
  return useQuery({ ...options, queryKey, queryFn: ({ signal }) => answered(ask(api, signal)) });
}

export const useRead = <P extends Path<'get'>, T = Answer<P>>(
  queryKey: QueryKey,
  path: P,
  params: Params<'get', P>,
  options: Options<Answer<P>, T> = {},
) => useAnswer(queryKey, (api, signal) => api.GET<Answer<P>>(path, { params, signal }), options);

/** A search or calculation that stores nothing. */
export const useAsk = <P extends Path<'post'>, T = Answer<P, 'post'>>(
  queryKey: QueryKey,
  path: P,
  { body, ...params }: Params<'post', P> & { body: Body<P> },
  options: Options<Answer<P, 'post'>, T> = {},
) =>
  useAnswer(queryKey, (api, signal) => api.POST<Answer<P, 'post'>>(path, { params, body, signal }), options);
