import type { Bus } from '@consulting/shared/bus';
import { getWbsUsage } from '@consulting/shared/contracts/mto';
import type { Blocking } from '@consulting/shared/errors';

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
