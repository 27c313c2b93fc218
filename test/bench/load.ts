import { systemEnvironment } from '@consulting/local/process/system-environment';

/** What a load of 64 connections got: requests per second and the 99th percentile in milliseconds. */
export interface Load {
  perSecond: number;
  p99Ms: number;
}

const environment = systemEnvironment();
export const findProgram = (name: string) => Bun.which(name, { PATH: environment.PATH });

/** GETs through 64 connections for some seconds by wrk. @throws when an answer is no success */
export async function load(url: string, headers: Record<string, string>, seconds: number): Promise<Load> {
  const wrk = findProgram('wrk');
  if (!wrk) throw new Error('This benchmark needs wrk: apt-get install wrk.');
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const child = Bun.spawn([wrk, '-t1', '-c64', `-d${seconds}s`, '--latency', ...named, url], {
    stdout: 'pipe',
  });
  const text = await child.stdout.text();
  if (/Non-2xx|Socket errors/.test(text)) throw new Error(`${url}: ${text}`);
  const [, value = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(text) ?? [];
  const perUnit = { us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN;
  return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]), p99Ms: Number(value) * perUnit };
}
