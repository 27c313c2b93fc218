import { runService } from '@consulting/kernel/process';
import { equipmentWbs } from './service';

await runService(equipmentWbs);
