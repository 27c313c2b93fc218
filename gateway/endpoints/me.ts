import type { Caller } from '@consulting/kernel/process';
import type { LimitsLeft } from '../limits/rate-limit';

const kinds = { anonymous: 'none', api_key: 'key', bearer: 'person', system: 'none' } as const;

export const isMePath = (pathname: string): boolean => pathname === '/api/v1/me' || pathname === '/v1/me';

export function callerReport(caller: Caller, limits: LimitsLeft) {
  const { name, type, role, expiresAt, scope } = caller;
  return {
    name,
    kind: kinds[type],
    role,
    isLimited: scope !== undefined,
    clientIds: scope?.clientIds ?? null,
    keyName: type === 'api_key' ? name.replace(/^key:/, '') : null,
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    limits,
  };
}
