import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../process/processes';

const usersFile = join(root, 'containers/nats-users.conf');

const passwordVariable = (user: string) => `${user.toUpperCase().replaceAll('-', '_')}_PASSWORD`;

export type NatsUsers = {
  settings: string;
  passwords: Record<string, string>;
  urlFor(user: string, serverUrl: string): string;
};

function withUnlimited(text: string, name: string): string {
  const user = `{ user: "${name}", password: $${passwordVariable(name)} }`;
  return text
    .replaceAll('publish: { allow: [', `publish: { allow: ["_INBOX_${name}.>", `)
    .replace('users: [', () => `users: [\n    ${user}`);
}

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
