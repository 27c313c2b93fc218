import { type TSchema, Type } from '@sinclair/typebox';

export interface Question<Req extends TSchema = TSchema, Res extends TSchema = TSchema> {
  owner: string;
  subject: string;
  request: Req;
  response: Res;
  timeoutMs?: number;
  isWriting?: true;
}

export const writing = <Q extends Question>(question: Q): Q => ({ ...question, isWriting: true });

export const readingOnly = { isReadingOnly: Type.Optional(Type.Boolean()) };

export interface EventContract<P extends TSchema = TSchema> {
  subject: string;
  payload: P;
}

export interface JobContract<P extends TSchema = TSchema> {
  subject: string;
  payload: P;
}

export const question = <Req extends TSchema, Res extends TSchema>(
  owner: string,
  name: string,
  request: Req,
  response: Res,
  timeoutMs?: number,
): Question<Req, Res> => ({
  owner,
  subject: `rpc.${owner}.${name}`,
  request,
  response,
  ...(timeoutMs !== undefined && { timeoutMs }),
});

export const event = <P extends TSchema>(owner: string, name: string, payload: P): EventContract<P> => ({
  subject: `evt.${owner}.${name}`,
  payload,
});

export const job = <P extends TSchema>(owner: string, name: string, payload: P): JobContract<P> => ({
  subject: `job.${owner}.${name}`,
  payload,
});
