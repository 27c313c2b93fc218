import { expect } from 'bun:test';
import type { Answer, RequestOptions } from './system';
import { commonTakeoffSystem, startTakeoffSystem, type TakeoffSystem } from './takeoff-system';

type Json = Record<string, unknown>;

/** A takeoff system with one project and service, and what tests of single lines do there. */
export interface TakeoffLines {
  system: TakeoffSystem;
  projectId: string;
  serviceId: string;
  call(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  post(json: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(
    line: { mtoId: string; projectId: string },
    json: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** The least that a piping line needs, with more. */
  pipe(more?: Json): Json;
  /** A stored piping line. */
  stored(more?: Json): Promise<Answer['body']>;
  /** A project of its own with these lines. */
  projectWith(...items: Json[]): Promise<{ own: string; service: string }>;
}

export const commonTakeoffLines = () => startTakeoffLines(commonTakeoffSystem());

export async function startTakeoffLines(starting = startTakeoffSystem()): Promise<TakeoffLines> {
  const system = await starting;
  const projectId = system.records.addProject();
  const serviceId = system.records.addService(projectId);
  const call: TakeoffLines['call'] = (method, path, options) =>
    system.mto.request(method, `/api/v1${path}`, options);
  const post: TakeoffLines['post'] = (json, headers) => call('POST', '/mto', { json, headers });
  const pipe = (more: Json = {}) => ({ projectId, serviceId, discipline: 'piping', quantity: 10, ...more });
  const stored: TakeoffLines['stored'] = async (more) => {
    const { status, body } = await post(pipe(more));
    expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
    return body;
  };
  return {
    system,
    projectId,
    serviceId,
    call,
    post,
    put: (line, json, headers) =>
      call('PUT', `/mto/${line.mtoId}?projectId=${line.projectId}`, { json, headers }),
    pipe,
    stored,
    async projectWith(...items) {
      const own = system.records.addProject();
      const service = system.records.addService(own);
      for (const item of items) await stored({ projectId: own, serviceId: service, ...item });
      return { own, service };
    },
  };
}

/** The faults of a validation error as sorted text, `field CODE`. */
export const faultsOf = ({ body }: Answer): string[] =>
  body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`).sort();

/** An identifier that nothing has. */
export const unknownId = '00000000-0000-4000-8000-00000000dead';
