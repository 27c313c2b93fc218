import { commonFields } from '@consulting/takeoff-fields/common';
import type { BenchSystem } from './export-system';
import { answered, timeOf } from './measure';
import type { Takeoff } from './million-lines';
import { percentile } from './percentile';
import { condition, seededRandom } from './search-requests';

type Draw = (user: number) => object;
type Post = (path: string, json: object) => Promise<Response>;

interface Wait {
  /** Since the first request of all. */
  endedMs: number;
  ms: number;
  /** A table that is searched for too long on a busy machine. */
  isRefused: boolean;
}

const aloneMs = 20_000;
const startMs = 30_000;
/** A search is answered from columns when it takes so much of the time that the table takes. */
const warmShare = 0.25;
const pageLines = 20;

/**
 * Users who search without a pause from the first second of a process on: one without columns, one with, and how long the second takes
 * until its searches are answered from columns. Each user stays with one field, or takes any common field each time.
 */
export async function benchBusyStart(
  system: BenchSystem,
  { projectId }: Takeoff,
  users: number,
): Promise<void> {
  const common = commonFields.filter(({ key }) => !['projectId', 'serviceId', 'discipline'].includes(key));
  const body = (filters: object) => ({ projectId, limit: pageLines, filters });
  const draws: Record<string, () => Draw> = {
    'each user one field': () => {
      const random = seededRandom(7);
      const own = Array.from({ length: users }, () => [common[random(common.length)] ?? common[0]]);
      return (user) => body({ conditions: [condition(random, (own[user] ?? common) as typeof common)] });
    },
    'any common field': () => {
      const random = seededRandom(7);
      return () => body({ conditions: [condition(random, common)] });
    },
  };
  for (const [name, draw] of Object.entries(draws)) {
    const table = await waitsOf(system, users, draw(), aloneMs, '0');
    const columns = await waitsOf(system, users, draw(), startMs, '768');
    const alone = percentile(times(table), 0.5);
    const cold = columns.filter(({ ms }) => ms > alone * warmShare);
    const warmMs = Math.max(0, ...cold.map(({ endedMs }) => endedMs));
    const early = columns.filter(({ endedMs }) => endedMs <= aloneMs);
    console.log(
      `start with ${users} busy users, ${name}: table alone p50 ${alone.toFixed(0)} ms, worst ${worst(table).toFixed(0)}, ${refused(table)} of ${table.length} refused; ` +
        `with columns ${early.length} searches in ${aloneMs / 1000} s (table ${table.length}), worst ${worst(columns).toFixed(0)} ms (${(worst(columns) / worst(table)).toFixed(2)} of the table's worst), ${refused(columns)} refused, ` +
        `${cold.length} not from columns, the last ${(warmMs / 1000).toFixed(1)} s after the start (at most 15); the first waits ${columns
          .slice(0, 12)
          .map(({ ms }) => ms.toFixed(0))
          .join(', ')}`,
    );
  }
}

const times = (waits: readonly Wait[]) => waits.map(({ ms }) => ms);
const refused = (waits: readonly Wait[]) => waits.filter(({ isRefused }) => isRefused).length;
const worst = (waits: readonly Wait[]) => Math.max(...times(waits));

async function waitsOf(
  system: BenchSystem,
  users: number,
  draw: Draw,
  durationMs: number,
  megabytes: string,
): Promise<Wait[]> {
  const mto = await system.startMto({ MTO_COLUMNS_MEGABYTES: megabytes });
  try {
    return await searchFor(mto.post, users, draw, durationMs);
  } finally {
    await mto.stop();
  }
}

async function searchFor(post: Post, users: number, draw: Draw, durationMs: number): Promise<Wait[]> {
  const started = performance.now();
  const waits: Wait[] = [];
  const search = async (user: number) => {
    while (performance.now() - started < durationMs) {
      let isRefused = false;
      const ms = await timeOf(async () => {
        const response = await post('/api/v1/mto/search', draw(user));
        isRefused = response.status === 503;
        if (!isRefused) await answered(Promise.resolve(response));
      });
      waits.push({ ms, endedMs: performance.now() - started, isRefused });
    }
  };
  await Promise.all(Array.from({ length: users }, (_, user) => search(user)));
  return waits.sort((one, other) => one.endedMs - other.endedMs);
}
