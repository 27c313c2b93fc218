export interface NatsAddress {
  servers: string[];
  user?: string;
  pass?: string;
  inboxPrefix: string;
}

export function parseNatsUrl(text: string): NatsAddress {
  const urls = text.split(',').map((one) => new URL(one.includes('://') ? one : `nats://${one}`));
  const servers = urls.map(({ host }) => host);
  const user = decodeURIComponent(urls[0]?.username ?? '');
  if (user === '') return { servers, inboxPrefix: '_INBOX' };
  return { servers, user, pass: decodeURIComponent(urls[0]?.password ?? ''), inboxPrefix: `_INBOX_${user}` };
}
