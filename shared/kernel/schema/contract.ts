import { type TSchema, Type } from '@sinclair/typebox';

/** A question that one service answers, by request and reply: `rpc.<owner>.<noun>.<verb>`. */
export interface Question<Req extends TSchema = TSchema, Res extends TSchema = TSchema> {
  owner: string;
  subject: string;
  request: Req;
  response: Res;
  /** Undefined for the time that all questions without much work have. */
  timeoutMs?: number;
  /** Its owner stores something, which must not happen when the asker has given up. */
  isWriting?: true;
}

export const writing = <Q extends Question>(question: Q): Q => ({ ...question, isWriting: true });

/** Says of a question that the asker stores nothing of the answer, which then need not hold until it has. */
export const readingOnly = { isReadingOnly: Type.Optional(Type.Boolean()) };

/** Something that happened, told by its owner through the outbox: `evt.<owner>.<noun>.<verb>`. */
export interface EventContract<P extends TSchema = TSchema> {
  subject: string;
  payload: P;
}

/** Work that waits in Postgres; the message is only a nudge: `job.<owner>.<noun>`. */
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
