import { getWbsUsage } from '@consulting/kernel/contracts/mto';
import type { Bus } from '@consulting/kernel/nats';
import type { Blocking } from '@consulting/kernel/schema';

export const askWbsUsage = (
  bus: Bus,
  projectId: string | null,
  wbsCode: string,
  exceptProjectIds: string[] = [],
): Promise<Blocking> => bus.ask(getWbsUsage, { projectId, wbsCode, exceptProjectIds });
