import { runService } from '@consulting/kernel/service/service-process';
import { crewsRates } from './service';

await runService(crewsRates);
