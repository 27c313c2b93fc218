import { parseArgs } from 'node:util';
import { openChaosSystem } from '../chaos/system';
import { residentBytes, watchedProcesses } from './memory';
import { runProperties } from './properties';
import { runFuzz } from './run-fuzz';

const usage = `Usage: fuzz [--seed 1] [--requests 20000] [--first 0] [--only text]
       fuzz --properties 10 [--seed 1]
  Sends requests with worst values to every operation of the API document and reports every answer that it does not describe.
  --first  number of the first request: the same seed and number make the same request
  --only   operations whose identifier holds the text
  --properties  runs the random properties of the tests so many times in all their rounds, each time with another seed`;

function read(args: string[]) {
  const options = {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '20000' },
    first: { type: 'string', default: '0' },
    only: { type: 'string' },
    properties: { type: 'string', default: '0' },
  } as const;
  const { values } = parseArgs({ args, options });
  const numbers = [values.seed, values.requests, values.first, values.properties].map(Number);
  const [seed = 0, requests = 0, first = 0, properties = 0] = numbers;
  if (!numbers.every((number) => Number.isInteger(number) && number >= 0)) throw new Error(usage);
  return { seed, requests, first, properties, only: values.only };
}

const progressEvery = 1_000;
const memoryMaxBytes = 768 * 1024 * 1024;

async function main(): Promise<number> {
  const options = read(process.argv.slice(2));
  if (options.properties > 0) return runProperties(options.seed, options.properties);
  const system = await openChaosSystem();
  const most = new Map<string, number>();
  const measure = () => {
    for (const name of watchedProcesses)
      most.set(name, Math.max(most.get(name) ?? 0, residentBytes(system.pidOf(name))));
  };
  const seen = new Map<string, number>();
  try {
    console.log(`${options.requests} requests from number ${options.first}, seed ${options.seed}`);
    const { findings, statuses, operations, unreached, slowest } = await runFuzz({
      ...options,
      base: system.caller.base,
      onFinding({ kind, number, message, curl }) {
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
        if (seen.get(kind) === 1) console.log(`\nrequest ${number}: ${message}\n${curl}`);
      },
      onProgress(number) {
        if ((number + 1) % 100 === 0) measure();
        if ((number + 1) % progressEvery === 0)
          console.log(`  ${number + 1} sent, ${seen.size} kinds of findings`);
      },
    });
    console.log(
      `answers of ${operations} operations by status: ${[...statuses]
        .sort()
        .map((one) => one.join(': '))
        .join(', ')}`,
    );
    console.log(`operations without a success: ${unreached.join(', ') || 'none'}`);
    console.log(`slowest answer: ${Math.round(slowest.milliseconds)} ms, ${slowest.request}`);
    console.log(
      `most memory: ${[...most].map(([name, bytes]) => `${name} ${Math.round(bytes / 2 ** 20)} MB`).join(', ')}`,
    );
    const large = [...most].filter(([, bytes]) => bytes > memoryMaxBytes).map(([name]) => name);
    if (large.length > 0) console.log(`more memory than ${memoryMaxBytes} bytes: ${large.join(', ')}`);
    console.log(`fuzz: ${findings.length} findings of ${seen.size} kinds`);
    return findings.length + large.length;
  } finally {
    await system.stop();
  }
}

try {
  process.exitCode = (await main()) === 0 ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
