import { programOf } from './system/processes';
import { runWithDatabase } from './with-database';

await runWithDatabase([[programOf('mto'), 'verify']]);
