import { lockReferences } from '@consulting/kernel/postgres';
import { inSlices } from '@consulting/kernel/process';
import type { Fault, Reading } from '@consulting/kernel/schema';
import {
  type CommonKey,
  commonValue,
  completeDraft,
  crewsByCode,
  crewToAsk,
  type LineDraft,
  otherCurrency,
  unknownSubcontractor,
} from '@consulting/mto-engine';
import { askSubcontractors, type Project } from '../../neighbours/clients-projects';
import { askCrewRates } from '../../neighbours/crews-rates';
import { askWbsCodes } from '../../neighbours/equipment-wbs';
import type { Ctx } from '../context';
import { anyProject } from './owner';

const texts = (values: readonly unknown[]) => values.filter((value) => typeof value === 'string');

const givenValue = (draft: LineDraft, key: CommonKey) =>
  draft.given.has(key) ? commonValue(draft, key) : null;

/**
 * `lockOwner` must have locked project and services before; subcontractors are locked here until the end of
 * the transaction in `ctx.db`. Each owner is asked once for all lines.
 * @throws DEPENDENCY_UNAVAILABLE
 */
export async function prepareLines(
  ctx: Ctx,
  project: Project,
  drafts: readonly LineDraft[],
): Promise<Fault[][]> {
  const { projectId } = project;
  const subcontractorIds = texts(drafts.map((draft) => givenValue(draft, 'subcontractorId')));
  const wbsCodes = texts(drafts.map((draft) => givenValue(draft, 'wbsCode')));
  await lockReferences(ctx.db, 'subcontractor', subcontractorIds);
  if (wbsCodes.length > 0) await lockReferences(ctx.db, 'wbs', [projectId, anyProject]);
  const [subcontractors, knownWbsCodes, crews] = await Promise.all([
    askSubcontractors(ctx.bus, projectId, subcontractorIds),
    askWbsCodes(ctx.bus, projectId, wbsCodes),
    askCrewsByService(ctx, drafts),
  ]);
  return inSlices(drafts, (draft) => {
    const reading: Reading = { faults: [] };
    requireSubcontractor(draft, subcontractors, reading);
    requireCurrency(draft, project, reading);
    const known = {
      crews: crews.get(String(commonValue(draft, 'serviceId'))) ?? new Map(),
      wbsCodes: knownWbsCodes,
    };
    completeDraft(draft, project.currency, known, reading);
    return reading.faults;
  });
}

const isKnown = (value: unknown, known: ReadonlySet<string>) => typeof value === 'string' && known.has(value);

async function askCrewsByService(ctx: Ctx, drafts: readonly LineDraft[]) {
  const codes = new Map<string, Set<string>>();
  for (const draft of drafts) {
    const code = crewToAsk(draft);
    const serviceId = String(commonValue(draft, 'serviceId'));
    if (code === null) continue;
    const ofService = codes.get(serviceId) ?? new Set();
    codes.set(serviceId, ofService.add(code));
  }
  const asked = [...codes].map(
    async ([serviceId, ofService]) =>
      [serviceId, crewsByCode(await askCrewRates(ctx.bus, serviceId, [...ofService]))] as const,
  );
  return new Map(await Promise.all(asked));
}

function requireSubcontractor(draft: LineDraft, known: ReadonlySet<string>, { faults }: Reading): void {
  const subcontractorId = givenValue(draft, 'subcontractorId');
  if (subcontractorId === null || isKnown(subcontractorId, known)) return;
  faults.push(unknownSubcontractor('subcontractorId'));
}

function requireCurrency(draft: LineDraft, { currency }: Project, { faults }: Reading): void {
  const given = givenValue(draft, 'currency');
  if (given === null || given === currency) return;
  faults.push(otherCurrency('currency', currency));
}
