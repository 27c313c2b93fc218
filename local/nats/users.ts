import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../system/processes';

/** What each user may say and hear: the very file that containers use. */
const usersFile = join(root, 'containers/nats-users.conf');

const passwordVariable = (user: string) => `${user.toUpperCase().replaceAll('-', '_')}_PASSWORD`;

export type NatsUsers = {
  /** Part of the server's settings, with variables in place of the passwords. */
  settings: string;
  /** The variables, for the environment of the server alone. */
  passwords: Record<string, string>;
  /** Address of a server for one of the users. */
  urlFor(user: string, serverUrl: string): string;
};

/** Adds a user who may do everything, and to whom every service may reply. */
function withUnlimited(text: string, name: string): string {
  const user = `{ user: "${name}", password: $${passwordVariable(name)} }`;
  return text
    .replaceAll('publish: { allow: [', `publish: { allow: ["_INBOX_${name}.>", `)
    .replace('users: [', () => `users: [\n    ${user}`);
}

/**
 * The users of a server, with new passwords that are stored nowhere.
 * @param unlimited name of a further user who may do everything, for tests
 */
export function natsUsers(unlimited?: string): NatsUsers {
  const text = readFileSync(usersFile, 'utf8');
  const names = [...text.matchAll(/\{ user: "([^"]+)"/g)].map(([, name]) => name ?? '');
  const all = unlimited === undefined ? names : [...names, unlimited];
  const passwords = Object.fromEntries(
    all.map((name) => [passwordVariable(name), `s${randomBytes(24).toString('hex')}`]),
  );
  return {
    settings: unlimited === undefined ? text : withUnlimited(text, unlimited),
    passwords,
    urlFor(user, serverUrl) {
      const url = new URL(serverUrl);
      url.username = user;
      url.password = passwords[passwordVariable(user)] ?? '';
      return url.href.replace(/\/$/, '');
    },
  };
}
