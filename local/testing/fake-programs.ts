import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const service = `
import { appendFileSync } from 'node:fs';
const { HOST: hostname, PORT, ENDS = '' } = process.env;
const name = process.argv[2];
const fetch = (request) => (new URL(request.url).pathname === '/ready' ? new Response('yes') : Response.json(process.env));
const server = Bun.serve({ hostname, port: Number(PORT), fetch });
process.on('SIGTERM', async () => {
  appendFileSync(ENDS, name + '\\n');
  await server.stop();
  process.exit(0);
});
console.log(JSON.stringify({ level: 'INFO', message: 'quiet ' + name }));
console.log(JSON.stringify({ level: 'WARN', message: 'loud ' + name }));
`;

const refusing = `
console.error('RATE_LIMIT is lots: give a whole number.');
process.exit(1);
`;

const deaf = `
const { HOST: hostname, PORT } = process.env;
Bun.serve({ hostname, port: Number(PORT), fetch: () => new Response('yes') });
process.on('SIGTERM', () => {});
`;

const launcher = `
import { runSystem } from ${JSON.stringify(join(import.meta.dir, '../system/run-system.ts'))};
import { systemSettings } from ${JSON.stringify(join(import.meta.dir, '../system/settings.ts'))};
const environment = process.env;
const voice = { print: console.log, warn: console.error };
const processes = JSON.parse(process.argv[2]);
const options = { processes, settings: systemSettings(environment, 0), cwd: import.meta.dir, environment, voice };
await runSystem(options, (url) => console.log('ready ' + url));
`;

const programs = { service, refusing, deaf, launcher };

export type FakeProgram = keyof typeof programs;

export function writeFakePrograms(): { folder: string; fileOf(program: FakeProgram): string } {
  const folder = mkdtempSync(join(tmpdir(), 'consulting-system-'));
  const fileOf = (program: FakeProgram) => join(folder, `${program}.ts`);
  for (const name of Object.keys(programs) as FakeProgram[]) writeFileSync(fileOf(name), programs[name]);
  return { folder, fileOf };
}
