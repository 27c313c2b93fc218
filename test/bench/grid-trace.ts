export interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  args: Record<string, unknown>;
}

export interface Frames {
  seconds: { frames: number }[];
  intervals: number[];
}

const second = 1_000_000;

// Frames are counted as the compositor displays them; a second that the trace only begins is left out.
export function framesIn(events: readonly TraceEvent[]): Frames {
  const times = events
    .filter(({ name }) => name === 'DrawFrame')
    .map(({ ts }) => ts)
    .toSorted((one, other) => one - other);
  const [first = 0] = times;
  const last = times.at(-1) ?? 0;
  const whole = Math.floor((last - first) / second);
  const seconds = Array.from({ length: whole }, (_, at) => ({
    frames: times.filter((ts) => ts >= first + at * second && ts < first + (at + 1) * second).length,
  }));
  const intervals = times.slice(1).map((ts, at) => (ts - (times[at] ?? ts)) / 1000);
  return { seconds, intervals };
}
