import { runService } from '@consulting/kernel/process';
import { mto } from './service';

await runService(mto);
