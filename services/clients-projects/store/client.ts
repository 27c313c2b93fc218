import {
  type Database,
  equalsIgnoringCase,
  inOrder,
  type ListPage,
  matchesText,
  sortable,
  whenGiven,
} from '@consulting/kernel/postgres';
import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { client, project } from './schema';

export interface ClientFilter {
  search: string | null;
  status: string | null;
  industry: string | null;
}

export type ClientValues = Omit<typeof client.$inferInsert, 'id' | 'version'>;
export type ClientRow = Awaited<ReturnType<typeof findClient>> & {};

const columns = {
  ...getTableColumns(client),
  projectCount: sql<number>`(select count(*)::int from project where project.client_id = client.id)`,
};

const contactValues = sql`(
  select string_agg(detail.value, chr(10))
  from jsonb_array_elements(coalesce(${client.contacts}, '[]')) as contact, jsonb_each_text(contact) as detail)`;

const searched = [
  client.name,
  client.code,
  client.legalName,
  client.contactName,
  client.contactEmail,
  client.contactPhone,
  client.contactPosition,
  contactValues,
];

const matching = (filter: ClientFilter) =>
  and(
    whenGiven(filter.search, (search) => matchesText(searched, search)),
    whenGiven(filter.status, (status) => eq(client.status, status)),
    whenGiven(filter.industry, (industry) => equalsIgnoringCase(client.industry, industry)),
  );

export const clientSorting = sortable(getTableColumns(client));

const order = { id: client.id, usual: [desc(client.createdAt), asc(client.id)] };

export const listClients = (db: Database, filter: ClientFilter, { sort, skip, limit }: ListPage) =>
  db
    .select(columns)
    .from(client)
    .where(matching(filter))
    .orderBy(...inOrder(sort, clientSorting, order))
    .offset(skip)
    .limit(limit);

export const countClients = (db: Database, filter: ClientFilter) => db.$count(client, matching(filter));

export async function findClient(db: Database, id: string) {
  const [row] = await db.select(columns).from(client).where(eq(client.id, id));
  return row;
}

export async function lockClient(tx: Database, id: string) {
  const [row] = await tx.select(columns).from(client).where(eq(client.id, id)).for('update');
  return row;
}

/** The client cannot be deleted meanwhile, but it may change and get projects. */
export async function shareClient(tx: Database, id: string) {
  const [row] = await tx
    .select({ id: client.id, code: client.code, name: client.name })
    .from(client)
    .where(eq(client.id, id))
    .for('key share');
  return row;
}

export const lockProjectsOfClient = (tx: Database, clientId: string) =>
  tx
    .select({ id: project.id, code: project.code, name: project.name, status: project.status })
    .from(project)
    .where(eq(project.clientId, clientId))
    .orderBy(asc(project.code), asc(project.id))
    .for('update');

export async function insertClient(db: Database, values: ClientValues): Promise<string> {
  const [row] = await db.insert(client).values(values).returning({ id: client.id });
  return (row as { id: string }).id;
}

export async function updateClient(tx: Database, id: string, changes: Partial<ClientValues>): Promise<void> {
  await tx
    .update(client)
    .set({ ...changes, version: sql`${client.version} + 1`, updatedAt: new Date() })
    .where(eq(client.id, id));
}

export async function removeClient(tx: Database, id: string): Promise<void> {
  await tx.delete(client).where(eq(client.id, id));
}
