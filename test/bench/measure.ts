const warmUpCount = 100;
const rounds = 5;
const requestsPerRound = 200;

export interface Times {
  p50: number;
  p95: number;
}

/**
 * One request after the other, in rounds; milliseconds. The round with the lowest 95th percentile counts, because whatever else
 * runs on the machine can only add to it; the figures of all rounds are printed beside it.
 */
export async function measure(name: string, act: () => Promise<unknown>): Promise<Times> {
  for (let at = 0; at < warmUpCount; at += 1) await act();
  const all: number[] = [];
  const measured: Times[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const times = await timesOf(act);
    measured.push(percentiles(times));
    all.push(...times);
  }
  const best = measured.reduce((one, other) => (other.p95 < one.p95 ? other : one));
  const whole = percentiles(all);
  console.log(
    `${name}: p50 ${displayed(best.p50)}, p95 ${displayed(best.p95)} ms in the best of ${rounds} rounds (all: ${displayed(whole.p50)}, ${displayed(whole.p95)})`,
  );
  return best;
}

async function timesOf(act: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < requestsPerRound; at += 1) {
    const started = performance.now();
    await act();
    times.push(performance.now() - started);
  }
  return times;
}

function percentiles(times: readonly number[]): Times {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

const displayed = (milliseconds: number) => milliseconds.toFixed(2);

/** Milliseconds. */
export async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

const calmRequests = 50;
const worstAtOnce = 20;

/** The 95th percentile of small requests, alone and next to twenty of the worst of one kind. */
export async function measureCalmClient(
  kind: string,
  calm: () => Promise<unknown>,
  worst: () => Promise<Response>,
): Promise<void> {
  const p95 = async () => {
    const times: number[] = [];
    while (times.length < calmRequests) times.push(await timeOf(calm));
    return percentiles(times).p95;
  };
  const alone = await p95();
  const all = Array.from({ length: worstAtOnce }, worst);
  const next = await p95();
  const statuses = new Set((await Promise.all(all)).map(({ status }) => status));
  console.log(
    `a calm client: p95 ${alone.toFixed(1)} ms alone, ${next.toFixed(1)} ms next to ${worstAtOnce} ${kind} (answers: ${[...statuses].join(', ')})`,
  );
}

/** Reads the answer of a request. @throws when it is no success */
export async function answered(asked: Promise<Response>): Promise<void> {
  const response = await asked;
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 1000)}`);
}
