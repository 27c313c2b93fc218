import { runService } from '@consulting/shared/process';
import { identity } from './service';

await runService(identity);
