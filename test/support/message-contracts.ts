import { join } from 'node:path';
import type { EventContract, JobContract, Question } from '@consulting/kernel/schema';
import { Glob } from 'bun';

const root = join(import.meta.dir, '../..');
export const services = ['clients-projects', 'crews-rates', 'mto', 'equipment-wbs', 'identity'] as const;

type Contract = Question | EventContract | JobContract;
const isContract = (value: unknown): value is Contract =>
  typeof (value as { subject?: unknown } | null)?.subject === 'string';

/** The contracts of one owner by the name that they are exported under; a group of questions is one name. */
async function contractsOf(owner: string): Promise<Map<string, Contract[]>> {
  const exported: Record<string, unknown> = await import(`../../shared/kernel/contracts/${owner}`);
  const named = Object.entries(exported).map(([name, value]): [string, Contract[]] => {
    if (isContract(value)) return [name, [value]];
    return [name, Object.values(value ?? {}).filter(isContract)];
  });
  return new Map(named.filter(([, contracts]) => contracts.length > 0));
}

/** What a service says and hears, read from its sources. */
export interface MessagesOf {
  /** Subjects of the questions to others. */
  asks: string[];
  /** Durable consumers with the subjects of their events. */
  hears: { durable: string; subject: string }[];
}

const importsOfContracts = /import (?:type )?\{([^}]+)\} from '@consulting\/kernel\/contracts\/([\w-]+)'/g;
const namespacesOfContracts = /import \* as \w+ from '@consulting\/kernel\/contracts/;
const consumers = /\bevents\.on(?:Repeatably)?\(\s*(\w+),\s*'([^']+)'/g;

/** @throws where a source imports a whole file of contracts, which this does not follow */
export async function messagesOf(service: string): Promise<MessagesOf> {
  const contracts = new Map(
    await Promise.all(services.map(async (one) => [one, await contractsOf(one)] as const)),
  );
  const asks = new Set<string>();
  const hears: MessagesOf['hears'] = [];
  for (const file of new Glob(`services/${service}/**/*.ts`).scanSync(root)) {
    if (file.includes('.test.')) continue;
    const source = await Bun.file(join(root, file)).text();
    if (namespacesOfContracts.test(source)) throw new Error(`${file} imports contracts without their names.`);
    const known = new Map<string, Contract[]>();
    for (const [, names = '', owner = ''] of source.matchAll(importsOfContracts)) {
      for (const text of names.split(',')) {
        const [name = '', local = name] = text
          .trim()
          .replace(/^type /, '')
          .split(' as ');
        known.set(local, contracts.get(owner as (typeof services)[number])?.get(name) ?? []);
      }
    }
    for (const { subject } of [...known.values()].flat())
      if (subject.startsWith('rpc.') && !subject.startsWith(`rpc.${service}.`)) asks.add(subject);
    for (const [, name = '', durable = ''] of source.matchAll(consumers)) {
      const [event] = known.get(name) ?? [];
      if (!event) throw new Error(`${file} follows ${name}, whose contract it does not import.`);
      hears.push({ durable, subject: event.subject });
    }
  }
  return { asks: [...asks].sort(), hears };
}

/** Subjects of every question, event and nudge. */
export async function allSubjects(): Promise<string[]> {
  const contracts = await Promise.all(services.map(contractsOf));
  return contracts.flatMap((one) => [...one.values()].flat()).map(({ subject }) => subject);
}
