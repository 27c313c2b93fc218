import type { Bus } from '@consulting/shared/bus';
import { getProject } from '@consulting/shared/contracts/clients-projects';
import { findTrades, getEquipmentUsage } from '@consulting/shared/contracts/crews-rates';
import { getWbsUsage } from '@consulting/shared/contracts/mto';
import type { Blocking } from '@consulting/shared/errors';

type Project = (typeof getProject)['response']['static']['project'];

/** The project, or null when it is unknown. @throws DEPENDENCY_UNAVAILABLE */
export async function askProject(bus: Bus, projectId: string): Promise<Project> {
  return (await bus.ask(getProject, { projectId })).project;
}

/** Whether there is such a trade, active or not; with null of any designation. @throws DEPENDENCY_UNAVAILABLE */
export async function isTrade(
  bus: Bus,
  tradeCode: string,
  laborDesignation: string | null,
): Promise<boolean> {
  const { trades } = await bus.ask(findTrades, { trades: [{ tradeCode, laborDesignation }] });
  return trades.length > 0;
}

type Trade = (typeof findTrades)['response']['static']['trades'][number];

/** The trades with one of the codes, active or not, of every designation. @throws DEPENDENCY_UNAVAILABLE */
export async function askTrades(bus: Bus, tradeCodes: readonly string[]): Promise<Trade[]> {
  const asked = tradeCodes.map((tradeCode) => ({ tradeCode, laborDesignation: null }));
  return (await bus.ask(findTrades, { trades: asked })).trades;
}

/** Crews and service crews that work with the equipment: their number and up to 20 of them. @throws DEPENDENCY_UNAVAILABLE */
export const askEquipmentUsage = (bus: Bus, equipmentCode: string): Promise<Blocking> =>
  bus.ask(getEquipmentUsage, { equipmentCode });

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
