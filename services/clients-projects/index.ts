import { runService } from '@consulting/kernel/process';
import { clientsProjects } from './service';

await runService(clientsProjects);
