import { runService } from '@consulting/kernel/process';
import { crewsRates } from './service';

await runService(crewsRates);
