import { BlockList, isIP } from 'node:net';
import { type Setting, SettingError } from '@consulting/kernel/process';

export interface Peer {
  requestIP(request: Request): { address: string } | null;
}

type IsTrusted = (address: string) => boolean;

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

export const trustedProxies: Setting<IsTrusted> = {
  parse(text, name) {
    const list = new BlockList();
    for (const part of (text ?? '').split(',').flatMap((one) => one.trim() || [])) {
      const [address = '', bits, more] = part.split('/');
      const bitsMax = isIP(address) === 6 ? 128 : 32;
      const isRange = bits !== undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax;
      if (isIP(address) === 0 || more !== undefined || (bits !== undefined && !isRange))
        throw new SettingError(`${name} must be addresses or ranges such as 10.0.0.0/8, not "${part}".`);
      if (isRange) list.addSubnet(address, Number(bits), familyOf(address));
      else list.addAddress(address, familyOf(address));
    }
    return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
  },
};

/** The last address that no trusted proxy has counts, because a client can forge all addresses before it. */
export function clientAddress(request: Request, peer: Peer, isTrusted: IsTrusted): string {
  let address = plain(peer.requestIP(request)?.address ?? '');
  const hops = request.headers.get('x-forwarded-for')?.split(',') ?? [];
  while (hops.length > 0 && isTrusted(address)) {
    const hop = plain(hops.pop()?.trim() ?? '');
    if (isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** An IPv6 subscriber has a whole network of 64 bits, so that network counts as one. */
export function subscriberOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
