import { join } from 'node:path';
import { root } from './process/processes';
import { runWithDatabase } from './with-database';

await runWithDatabase([[join(root, 'services/identity/commands/api-key.ts'), ...process.argv.slice(2)]]);
