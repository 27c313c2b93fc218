import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  type Mock,
  spyOn,
  test,
} from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { verificationPath } from '@consulting/kernel/contracts/identity';
import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';
import { until } from '../support/until';

/** More than identity takes on while none of them is done. */
const more = 40 * navigator.hardwareConcurrency;

let system: GatewaySystem;
let gateway: GatewayUnderTest;
let compare: Mock<typeof Bun.password.verify>;
/** Comparisons wait until it is resolved, as on a machine that has no time for them. */
let hasTime: PromiseWithResolvers<void>;

beforeAll(async () => {
  system = await startGatewaySystem([clientsProjects]);
  gateway = await system.openGateway();
});
afterAll(() => system.stop());
beforeEach(() => {
  hasTime = Promise.withResolvers();
  const verify = Bun.password.verify.bind(Bun.password);
  compare = spyOn(Bun.password, 'verify').mockImplementation(async (...given) => {
    await hasTime.promise;
    return verify(...given);
  });
});
afterEach(() => {
  hasTime.resolve();
  compare.mockRestore();
});

const sign = createCallerSigner('a secret that only gateway and services of the tests know');

/** Asks identity as a gateway of another place would. */
async function verify(key: string, address: string): Promise<Response> {
  const caller = await sign({ type: 'system', id: 'gateway', name: 'gateway', role: 'Contributor' });
  return fetch(`${system.services.get('identity')?.url}${verificationPath}`, {
    method: 'POST',
    headers: { [callerHeader]: caller, 'content-type': 'application/json' },
    body: JSON.stringify({ key, address }),
  });
}

describe('the first call of a key', () => {
  test('is answered when identity takes longer for it than the gateway waits for one answer', async () => {
    const { key } = await system.newKey('Reader');
    const call = gateway.call('GET', '/v1/clients', { key });
    await Bun.sleep(2500);
    hasTime.resolve();
    expect((await call).status).toBe(200);
    expect(compare).toHaveBeenCalledTimes(1);
  });

  test('is answered when identity has no room for it at first', async () => {
    const [{ key }, asked] = [await system.newKey('Reader'), await system.newKey('Reader')];
    const hash = await Bun.password.hash(asked.key, { algorithm: 'bcrypt', cost: 4 });
    await system.sql`update identity.api_key set key_hash = ${hash} where id = ${asked.id}`;
    const others = Array.from({ length: more }, (_, at) =>
      verify(`${asked.key.slice(0, 8)}${String(at).padStart(28, '0')}`, `203.0.113.${at % 250}`),
    );
    const statuses: number[] = [];
    for (const other of others) other.then(({ status }) => statuses.push(status));
    await until(async () => statuses.includes(503));
    const call = gateway.call('GET', '/v1/clients', { key });
    await Bun.sleep(500);
    hasTime.resolve();
    expect((await call).status).toBe(200);
    await Promise.all(others);
  }, 300_000);
});
