import { programOf } from './process/processes';
import { runWithDatabase } from './with-database';

await runWithDatabase([[programOf('mto'), 'verify']]);
