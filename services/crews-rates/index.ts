import { runService } from '@consulting/shared/process';
import { crewsRates } from './service';

await runService(crewsRates);
