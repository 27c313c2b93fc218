import { runService } from '@consulting/kernel/service/service-process';
import { identity } from './service';

await runService(identity);
