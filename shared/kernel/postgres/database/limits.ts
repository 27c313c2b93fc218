import { escapeIdentifier, escapeLiteral } from 'pg';
import { isUuid } from '../../schema';

export interface Visible {
  clientIds: readonly string[];
  projectIds: readonly string[];
}

// The settings of a transaction by which Postgres itself sees to it that nothing foreign is read or written.
export type Limits = Readonly<Record<string, string>>;

function arrayOf(ids: readonly string[]): string {
  for (const id of ids) if (!isUuid(id)) throw new RangeError('A scope names records by their ids.');
  return `{${ids.join()}}`;
}

export const limitedRoles = (schema: string) => [`${schema}_limited`, `${schema}_limited_to_one`] as const;

// For an administrator of the database; roles that exist stay.
export const makingLimitedRoles = (schema: string): string =>
  limitedRoles(schema)
    .map((role) => {
      const name = escapeIdentifier(role);
      const isMissing = `not exists (select from pg_roles where rolname = ${escapeLiteral(role)})`;
      return `do $$ begin if ${isMissing} then create role ${name} nologin; end if; end $$;
        grant ${name} to ${escapeIdentifier(schema)} with inherit false, set true`;
    })
    .join('; ');

// The role for one project finds its rows as fast as the owner does; the other one looks each of them up.
function roleOf(schema: string, projectIds: readonly string[]): string {
  const [many, one] = limitedRoles(schema);
  return projectIds.length === 1 ? one : many;
}

export const limitsOf = (schema: string, { clientIds, projectIds }: Visible): Limits => ({
  role: roleOf(schema, projectIds),
  'consulting.clients': arrayOf(clientIds),
  'consulting.projects': arrayOf(projectIds),
});

/** It takes no snapshot, so that the transaction may still be given the one of another. */
export const settingLimits = (limits: Limits): string =>
  Object.entries(limits)
    .map(([name, value]) => `set local ${name} to ${escapeLiteral(value)}`)
    .join('; ');

export const ownerOrLogin = (schema: string): string =>
  `case when pg_has_role(session_user, ${escapeLiteral(schema)}, 'set') then ${escapeLiteral(schema)} else 'none' end`;

export const endingLimits = (schema: string): string =>
  `select set_config('role', ${ownerOrLogin(schema)}, true)`;

export const isLimited = 'The database is limited already.';
