import type { Bus } from '@consulting/kernel/nats';
import type { Fault } from '@consulting/kernel/schema';
import { otherCurrency, type Updates, unknownSubcontractor } from '@consulting/mto-engine';
import { askSubcontractors, type Project } from '../../neighbours/clients-projects';

export const subcontractorOf = ({ values }: Updates): string | null => {
  const id = values.get('subcontractorId');
  return typeof id === 'string' ? id : null;
};

export async function valueFaults(bus: Bus, project: Project, updates: Updates): Promise<Fault[]> {
  return [...(await subcontractorFaults(bus, project, updates)), ...currencyFaults(project, updates)];
}

async function subcontractorFaults(bus: Bus, { projectId }: Project, updates: Updates): Promise<Fault[]> {
  const id = subcontractorOf(updates);
  if (id === null) return [];
  const known = await askSubcontractors(bus, projectId, [id]);
  return known.has(id) ? [] : [unknownSubcontractor('updates.subcontractorId')];
}

function currencyFaults({ currency }: Project, { values }: Updates): Fault[] {
  const given = values.get('currency') ?? null;
  return given === null || given === currency ? [] : [otherCurrency('updates.currency', currency)];
}
