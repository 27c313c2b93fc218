import type { Bus } from '@consulting/kernel/bus';
import { findWbsCodes } from '@consulting/kernel/contracts/equipment-wbs';
import { askInParts } from './ask-in-parts';

export async function askWbsCodes(
  bus: Bus,
  projectId: string,
  wbsCodes: readonly string[],
): Promise<ReadonlySet<string>> {
  const ask = async (part: string[]) => (await bus.ask(findWbsCodes, { projectId, wbsCodes: part })).wbsCodes;
  return new Set(await askInParts(wbsCodes, ask));
}
