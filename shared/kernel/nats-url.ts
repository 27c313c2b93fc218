/** Where and as whom to connect; `inboxPrefix` keeps the answers of one user from the ears of others. */
export interface NatsAddress {
  servers: string[];
  user?: string;
  pass?: string;
  inboxPrefix: string;
}

/** Reads `nats://user:password@host:4222,host:4222`: several servers of a cluster, the user named with the first. */
export function parseNatsUrl(text: string): NatsAddress {
  const urls = text.split(',').map((one) => new URL(one.includes('://') ? one : `nats://${one}`));
  const servers = urls.map(({ host }) => host);
  const user = decodeURIComponent(urls[0]?.username ?? '');
  if (user === '') return { servers, inboxPrefix: '_INBOX' };
  return { servers, user, pass: decodeURIComponent(urls[0]?.password ?? ''), inboxPrefix: `_INBOX_${user}` };
}
