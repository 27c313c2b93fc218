import type { Bus } from '@consulting/kernel/bus';
import { getWbsUsage } from '@consulting/kernel/contracts/mto';
import type { Blocking } from '@consulting/kernel/errors';

/**
 * Takeoff lines that carry the WBS code, of the project or with null of every project but `exceptProjectIds`: their number and up
 * to 20 of them. @throws DEPENDENCY_UNAVAILABLE
 */
export const askWbsUsage = (
  bus: Bus,
  projectId: string | null,
  wbsCode: string,
  exceptProjectIds: string[] = [],
): Promise<Blocking> => bus.ask(getWbsUsage, { projectId, wbsCode, exceptProjectIds });
