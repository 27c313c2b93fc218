import { clientTypes } from './types';

const [address = 'http://127.0.0.1:3000', output = `${import.meta.dir}/api.ts`] = process.argv.slice(2);

await Bun.write(output, await clientTypes(new URL('/api/openapi.json', address)));
console.log(`${output} written from ${address}`);
