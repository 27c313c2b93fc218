import { runService } from '@consulting/shared/process';
import { equipmentWbs } from './service';

await runService(equipmentWbs);
