import { exampleIds } from '@consulting/kernel/schema';
import type { Caller } from '../chaos/caller';
import type { Random } from '../chaos/random';
import { exampleRequests, recordOf } from '../support/example-requests';
import type { Operation } from './operations';

type Kind = keyof typeof exampleIds;

const kinds: Record<string, Kind> = {
  ...recordOf,
  taskId: 'importTask',
  keyId: 'apiKey',
  from: 'estimation',
  to: 'estimation',
  parentId: 'wbs',
};

const codes: Record<string, string> = { tradeCode: 'PIPF', equipmentCode: 'CRN-RT-050' };

const words: Record<string, string> = {
  field: 'materialGroup',
  laborDesignation: 'Journeyman',
  recordType: 'clients',
  code: 'NO_WBS',
};

const making = exampleRequests.filter(
  ({ operation }) =>
    operation.startsWith('post ') &&
    !/(search|export|bulk-delete|bulk-edit|crew-rates|service-crews\/bulk|restore|undo)$/.test(operation),
);

const isCode = (key: string) => /code$/i.test(key);

/** Every text of an example that stands as a code, so that a second set of the same records can have others. */
function codesIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return isCode(key) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([inner, part]) => codesIn(part, inner));
}

/**
 * Records that requests refer to: those of the examples, made anew from time to time since requests change and delete them,
 * and the last of what requests made.
 */
export class Records {
  readonly #made = new Map<string, string>();
  /** Values of later records by the name of the parameter that takes them. */
  readonly #others = new Map<string, string[]>();
  /** The parameter that names a record of a collection, by the path of the collection. */
  readonly #names: ReadonlyMap<string, string>;
  readonly #codes: ReadonlySet<string>;
  readonly #examples: ReadonlyMap<string, unknown>;
  #set = -1;

  constructor(operations: readonly Operation[]) {
    this.#examples = new Map(
      operations.map(({ method, path, json }) => [`${method.toLowerCase()} ${path}`, json?.example]),
    );
    this.#names = new Map(
      operations.flatMap(({ path }) => {
        const [, collection, name] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? [];
        return collection && name ? [[collection, name] as const] : [];
      }),
    );
    const bodies = making.map(({ operation, changes }) => ({
      ...(this.#examples.get(operation) as object),
      ...changes,
    }));
    this.#codes = new Set([...bodies.flatMap((body) => codesIn(body)), ...Object.values(codes)]);
  }

  /** Makes the records of the examples under codes of their own. @throws Error when one of them is refused */
  async makeSet(caller: Caller): Promise<void> {
    this.#set += 1;
    this.#made.clear();
    for (const { operation, changes, makes } of making) {
      const [, path = ''] = operation.split(' ');
      const example = { ...(this.#examples.get(operation) as object), ...changes };
      const named = {
        ...example,
        ...(makes === 'apiKey' && { name: `fuzz ${this.#set}` }),
        ...(makes === 'grant' && { subject: { kind: 'group', id: `fuzz ${this.#set}` } }),
      };
      const address = path.replace(/\{(\w+)\}/g, (_, name) => this.valueOf(name) ?? name);
      const { status, body } = await caller.send('POST', address, { json: this.adapted(named) });
      if (makes === undefined) continue;
      if (status !== 201) throw new Error(`POST ${address} answered ${status}: ${JSON.stringify(body)}`);
      this.#made.set(exampleIds[makes], body.id);
    }
  }

  /** An example with the identifiers and codes of the present records. */
  adapted(example: unknown): unknown {
    let text = JSON.stringify(example);
    for (const [known, id] of this.#made) text = text.replaceAll(known, id);
    for (const code of this.#codes)
      text = text.replaceAll(JSON.stringify(code), JSON.stringify(this.#codeOf(code)));
    return JSON.parse(text);
  }

  #codeOf(code: string): string {
    return this.#set === 0 ? code : `${code}-${this.#set}`;
  }

  /** What a parameter of that name is of a present record. */
  valueOf(name: string): string | undefined {
    if (words[name] !== undefined) return words[name];
    const kind = kinds[name];
    if (kind === undefined) return codes[name] && this.#codeOf(codes[name]);
    return this.#made.get(exampleIds[kind]) ?? exampleIds[kind];
  }

  /** What a parameter of that name is of a record that a request made; undefined before there is one. */
  otherOf(name: string, random: Random): string | undefined {
    const others = this.#others.get(name) ?? [];
    return others.length === 0 ? undefined : random.pick(others);
  }

  /** The identifier of any record, of whatever kind. */
  anyId(random: Random): string {
    return random.pick([...this.#made.values(), ...[...this.#others.values()].flat()]);
  }

  /** Learns of a record or task that a request made. */
  learn({ method, path }: Operation, body: unknown): void {
    const made = (body ?? {}) as Record<string, unknown>;
    if (typeof made.taskId === 'string') this.#made.set(exampleIds.importTask, made.taskId);
    const name = method === 'POST' ? this.#names.get(path) : undefined;
    if (name === undefined) return;
    const value = made[name] ?? made.id;
    if (typeof value === 'string')
      this.#others.set(name, [...(this.#others.get(name) ?? []), value].slice(-othersMax));
  }
}

const othersMax = 10;
