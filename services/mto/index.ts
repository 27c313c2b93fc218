import { runService } from '@consulting/kernel/service/service-process';
import { mto } from './service';

await runService(mto);
