import { runService } from '@consulting/kernel/service/service-process';
import { equipmentWbs } from './service';

await runService(equipmentWbs);
