import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { RefusalAudit } from '@consulting/gateway/exchange/refusal-audit';
import type { Caller, Logger } from '@consulting/kernel/process';
import { type GatewaySystem, startGatewaySystem } from '../support/gateway-system';

type Line = Record<string, unknown>;

/** A log that keeps its audit lines. */
function keeping(lines: Line[]): Logger {
  const add = (message: string, facts: Line = {}) => void (message === 'audit' && lines.push(facts));
  return { debug: add, info: add, warn: add, error: add, with: () => keeping(lines) };
}

const refusal = (address: string, caller?: Caller) => ({
  caller,
  address,
  method: 'GET',
  pathname: `/v1/${'x'.repeat(15_000)}`,
  status: 401,
  code: 'INVALID_CREDENTIALS' as const,
  requestId: 'one',
});

describe('audit lines of refusals', () => {
  test('500 in a minute from one address are 20 lines and a count, with paths of a fixed length', () => {
    const lines: Line[] = [];
    let now = 0;
    const audit = new RefusalAudit(keeping(lines), () => now);
    for (let count = 0; count < 500; count += 1) audit.write(refusal('203.0.113.1'));
    expect(lines).toHaveLength(20);
    expect(JSON.stringify(lines).length).toBeLessThan(20 * 500);
    now = 60_000;
    audit.sweep();
    expect(lines.slice(20)).toEqual([
      {
        caller: null,
        address: '203.0.113.1',
        action: 'more',
        outcome: 'refused',
        count: 480,
        counts: { INVALID_CREDENTIALS: 480 },
      },
    ]);
  });

  test('a new minute begins with lines again; what was counted before is told first', () => {
    const lines: Line[] = [];
    let now = 0;
    const audit = new RefusalAudit(keeping(lines), () => now);
    for (let count = 0; count < 21; count += 1) audit.write(refusal('203.0.113.1'));
    now = 60_000;
    audit.write(refusal('203.0.113.1'));
    expect(lines.slice(20).map(({ count, status }) => count ?? status)).toEqual([1, 401]);
    audit.sweep();
    expect(lines).toHaveLength(22);
  });

  test('another address, another network of IPv6 and another caller have lines of their own', () => {
    const lines: Line[] = [];
    const audit = new RefusalAudit(keeping(lines), () => 0);
    const caller: Caller = { type: 'api_key', id: 'key:1', name: 'key:one', role: 'Reader' };
    for (let count = 0; count < 25; count += 1) {
      audit.write(refusal('203.0.113.1'));
      audit.write(refusal('203.0.113.1', caller));
      audit.write(refusal(`2001:db8::${count}`));
    }
    expect(lines).toHaveLength(60);
  });
});

describe('the logs of gateway and services', () => {
  let system: GatewaySystem;
  const lines: Line[] = [];
  beforeAll(async () => {
    system = await startGatewaySystem([clientsProjects]);
  });
  afterAll(() => system.stop());

  test('hold no long path: refused requests of 15 KB leave at most 500 bytes each, and no more than 20 lines', async () => {
    const gateway = await system.openGateway({}, keeping(lines));
    for (let count = 0; count < 30; count += 1)
      expect((await gateway.call('DELETE', `/v1/clients/${'x'.repeat(12_000)}`)).status).toBe(401);
    await gateway.stop();
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toMatchObject({ count: 10, counts: { AUTHENTICATION_REQUIRED: 10 } });
    for (const line of lines) expect(JSON.stringify(line).length).toBeLessThan(500);
  });
});
