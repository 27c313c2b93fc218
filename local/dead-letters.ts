import { programOf, services } from './system/processes';
import { runWithDatabase } from './with-database';

/** The command of every service. */
await runWithDatabase(services.map((name) => [programOf(name), 'dead-letters', ...process.argv.slice(2)]));
