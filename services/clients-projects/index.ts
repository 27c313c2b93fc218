import { runService } from '@consulting/kernel/service/service-process';
import { clientsProjects } from './service';

await runService(clientsProjects);
