import { runService } from '@consulting/kernel/process';
import { identity } from './service';

await runService(identity);
