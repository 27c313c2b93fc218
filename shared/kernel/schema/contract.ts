import type { JsonSchema } from './field';
import { valueSchema } from './value-schema';

export interface Question<Req extends JsonSchema = JsonSchema, Res extends JsonSchema = JsonSchema> {
  owner: string;
  subject: string;
  request: Req;
  response: Res;
  timeoutMs?: number;
  isWriting?: true;
}

export const writing = <Q extends Question>(question: Q): Q => ({ ...question, isWriting: true });

export const readingOnly = { isReadingOnly: valueSchema.flag() };

export interface EventContract<P extends JsonSchema = JsonSchema> {
  subject: string;
  payload: P;
}

export interface JobContract<P extends JsonSchema = JsonSchema> {
  subject: string;
  payload: P;
}

export const question = <Req extends JsonSchema, Res extends JsonSchema>(
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

export const event = <P extends JsonSchema>(owner: string, name: string, payload: P): EventContract<P> => ({
  subject: `evt.${owner}.${name}`,
  payload,
});

export const job = <P extends JsonSchema>(owner: string, name: string, payload: P): JobContract<P> => ({
  subject: `job.${owner}.${name}`,
  payload,
});
