import type { Sql } from 'postgres';
import type { Caller, Heard } from '../caller';

/** A record that is about to go, and another one that is about to refer to it. */
export interface Race {
  /** The write that refers to the record. */
  create(): Promise<Heard>;
  /** The delete of the record. */
  remove(): Promise<Heard>;
  /** Table of each end, and the column by which it is known. */
  child: { table: string; id(created: Heard['body']): string };
  parent: { table: string; id: string };
}

/** Two kinds, of which one refers to the other. */
export interface Pair {
  name: string;
  /**
   * Both may succeed: the delete takes what refers to the record with it, by an event where that is another service's, or what
   * comes back does so without the reference.
   */
  isCascade: boolean;
  prepare(caller: Caller, ground: Ground): Promise<Race>;
}

/** What pairs stand on: a project with a service, and fresh codes. */
export interface Ground {
  clientId: string;
  projectId: string;
  serviceId: string;
  code(): string;
}

export async function layGround(caller: Caller): Promise<Ground> {
  let codes = 0;
  const mark = crypto.randomUUID().slice(0, 8);
  const code = () => `${mark}-${++codes}`;
  const client = await caller.create('/v1/clients', { code: code(), name: 'Ground' });
  const project = await caller.create('/v1/projects', { clientId: client.id, name: 'Ground' });
  const service = await caller.create(`/v1/projects/${project.id}/services`, { serviceType: 'estimation' });
  return { clientId: client.id, projectId: project.id, serviceId: service.id, code };
}

export async function exists(sql: Sql, table: string, id: string): Promise<boolean> {
  const rows = await sql.unsafe(`select from ${table} where id = $1`, [id]);
  return rows.length > 0;
}
