import { runService } from '@consulting/shared/process';
import { mto } from './service';

await runService(mto);
