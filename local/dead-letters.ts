import { programOf, services } from './process/processes';
import { runWithDatabase } from './with-database';

await runWithDatabase(services.map((name) => [programOf(name), 'dead-letters', ...process.argv.slice(2)]));
