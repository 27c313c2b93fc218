import type { Stage } from './attack';
import { formOf } from './attack';
import { Caller } from './caller';
import type { System } from './system';

const linesOfLarge = 24_000;
const linesOfCalm = 200;

/** What is there before the first attack. */
export interface Grounds {
  calmKey: string;
  calmProjectId: string;
  largeProjectId: string;
  /** A new stage for one attack, with keys and a service of its own. */
  stageFor(name: string, signal: AbortSignal): Promise<Stage>;
}

interface Made {
  id: string;
  key: string;
}

/** Fills a system: a large takeoff, and a small one for the calm client. */
export async function prepareGrounds(system: System, givenCalmKey?: string): Promise<Grounds> {
  const run = crypto.randomUUID().slice(0, 8);
  const owner = new Caller(system.url, system.key);
  let made = 0;
  let keysOfStage: string[] = [];
  const newKey = async (role: string) => {
    made += 1;
    const body = { name: `hostile ${run} ${made}`, role };
    const { id, key } = await owner.require<Made>('POST', '/api/v1/api-keys', { body });
    keysOfStage.push(id);
    return key;
  };
  // A key may have made twenty that live, and there are more attacks than that.
  const revokeKeysOfStage = async () => {
    for (const id of keysOfStage) await owner.send('DELETE', `/api/v1/api-keys/${id}?descendants=true`);
    keysOfStage = [];
  };
  const create = async (path: string, body: object) => (await owner.require<Made>('POST', path, { body })).id;
  const clientId = await create('/v1/clients', { code: `H-${run}`, name: 'Hostile' });
  const newTarget = async (name: string) => {
    const projectId = await create('/v1/projects', { clientId, name });
    const serviceId = await create(`/v1/projects/${projectId}/services`, { serviceType: 'estimation' });
    return { projectId, serviceId };
  };
  const large = await newTarget('Large');
  await importLines(owner, large, linesOfLarge);
  const calm = await newTarget('Calm');
  await importLines(owner, calm, linesOfCalm);
  const calmKey = givenCalmKey ?? (await newKey('Contributor'));
  keysOfStage = [];
  return {
    calmKey,
    calmProjectId: calm.projectId,
    largeProjectId: large.projectId,
    stageFor: async (name, signal) => {
      await revokeKeysOfStage();
      const attacker = new Caller(system.url, await newKey('Contributor'), signal);
      const neighbour = new Caller(system.url, await newKey('Contributor'), signal);
      await untilLetIn(attacker);
      return {
        url: system.url,
        attacker,
        neighbour,
        ...(await newTarget(name)),
        largeProjectId: large.projectId,
        newKey,
        natsPort: system.natsPort,
        logBytes: system.logBytes,
        signal,
      };
    },
  };
}

/** After an attack with wrong keys the address of this machine is refused with a key that the gateway has not seen, for a minute. */
async function untilLetIn(caller: Caller): Promise<void> {
  while ((await caller.send('GET', '/v1/clients?limit=1')).status === 429) await Bun.sleep(1000);
}

export const takeoffHeader = 'Item No.,Description,Quantity,UOM,Material Unit Price,Tag,Remarks\n';

async function importLines(owner: Caller, target: { projectId: string; serviceId: string }, count: number) {
  const lineOf = (at: number) =>
    `${at + 1},"Pipe 6 in, ASTM A106 Gr. B, area ${at % 60}",${(at % 900) / 10},m,${(at % 500) / 4},P-${at % 5000},remark ${at % 97}`;
  const text = takeoffHeader + Array.from({ length: count }, (_, at) => lineOf(at)).join('\n');
  const form = formOf({ name: 'takeoff.csv', bytes: [text] }, { ...target, discipline: 'piping' });
  const { code } = await owner.import('/api/v1/mto/import/async', form);
  if (code !== `completed ${count}`) throw new Error(`The import of ${count} lines ended as ${code}.`);
}
