import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { clientTypes } from './types.mjs';

const here = fileURLToPath(new URL('api.ts', import.meta.url));
const [address = 'http://127.0.0.1:3000', output = here] = process.argv.slice(2);

const response = await fetch(new URL('/api/openapi.json', address));
if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`);
await writeFile(output, await clientTypes(await response.json()));
console.log(`${output} written from ${address}`);
