import { runService } from '@consulting/shared/process';
import { clientsProjects } from './service';

await runService(clientsProjects);
