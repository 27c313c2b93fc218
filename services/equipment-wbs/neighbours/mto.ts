import { getWbsUsage } from '@consulting/kernel/contracts/mto';
import type { Bus } from '@consulting/kernel/nats/bus';
import type { Blocking } from '@consulting/kernel/schema/errors';

/** Of the project, or with null of every project but `exceptProjectIds`; up to 20 are named. @throws DEPENDENCY_UNAVAILABLE */
export const askWbsUsage = (
  bus: Bus,
  projectId: string | null,
  wbsCode: string,
  exceptProjectIds: string[] = [],
): Promise<Blocking> => bus.ask(getWbsUsage, { projectId, wbsCode, exceptProjectIds });
