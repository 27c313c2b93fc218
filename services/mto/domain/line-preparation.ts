import type { Fault } from '@consulting/shared/errors';
import { INVALID, type Reading } from '@consulting/shared/fields/field';
import { number } from '@consulting/shared/fields/kinds';
import { holdReferences } from '@consulting/shared/store/reference';
import type { Ctx } from '../context';
import { askCrewRates, askSubcontractors, askWbsCodes, type Project } from '../messages/asks';
import { applyCrewRates, crewsByCode, crewToAsk } from './crew-rates';
import { evaluateLine } from './formula/evaluate';
import type { LineDraft } from './line-draft';
import { anyProject } from './takeoff-line-owner';
import { applyTotalCost, hasCostInput } from './total-cost';

const texts = (values: readonly unknown[]) => values.filter((value) => typeof value === 'string');

const givenText = ({ given, values }: LineDraft, key: string) => (given.has(key) ? values[key] : null);

/**
 * Completes drafts of one project in place: references, rates of crews, currency, total and formulas (resources.md 15.2).
 * Each owner is asked once for all lines. Their project and services are held by `holdOwner` before; subcontractors are held
 * here until the end of the transaction in `ctx.db`.
 * @returns the faults of each draft, in the order of the drafts
 * @throws DEPENDENCY_UNAVAILABLE
 */
export async function prepareLines(
  ctx: Ctx,
  project: Project,
  drafts: readonly LineDraft[],
): Promise<Fault[][]> {
  const { projectId } = project;
  const subcontractorIds = texts(drafts.map((draft) => givenText(draft, 'subcontractorId')));
  const wbsCodes = texts(drafts.map((draft) => givenText(draft, 'wbsCode')));
  await holdReferences(ctx.db, 'subcontractor', subcontractorIds);
  if (wbsCodes.length > 0) await holdReferences(ctx.db, 'wbs', [projectId, anyProject]);
  const [subcontractors, knownWbsCodes, crews] = await Promise.all([
    askSubcontractors(ctx.bus, projectId, subcontractorIds),
    askWbsCodes(ctx.bus, projectId, wbsCodes),
    askCrewsByService(ctx, drafts),
  ]);
  return drafts.map((draft) => {
    const { given, values } = draft;
    const reading: Reading = { faults: [] };
    requireSubcontractor(draft, subcontractors, reading);
    setCurrency(draft, project, reading);
    if (given.has('wbsCode')) draft.wbsMatched = isKnown(values.wbsCode, knownWbsCodes);
    applyCrewRates(draft, crews.get(String(values.serviceId)) ?? new Map());
    setTotal(draft, reading);
    Object.assign(values, evaluateLine(draft.discipline, values));
    return reading.faults;
  });
}

const isKnown = (value: unknown, known: ReadonlySet<string>) => typeof value === 'string' && known.has(value);

/** The crews that the drafts name, by service and code. */
async function askCrewsByService(ctx: Ctx, drafts: readonly LineDraft[]) {
  const codes = new Map<string, string[]>();
  for (const draft of drafts) {
    const code = crewToAsk(draft);
    const serviceId = String(draft.values.serviceId);
    if (code !== null) codes.set(serviceId, [...(codes.get(serviceId) ?? []), code]);
  }
  const asked = [...codes].map(
    async ([serviceId, ofService]) =>
      [serviceId, crewsByCode(await askCrewRates(ctx.bus, serviceId, ofService))] as const,
  );
  return new Map(await Promise.all(asked));
}

function requireSubcontractor(draft: LineDraft, known: ReadonlySet<string>, { faults }: Reading): void {
  const subcontractorId = givenText(draft, 'subcontractorId') ?? null;
  if (subcontractorId === null || isKnown(subcontractorId, known)) return;
  faults.push({
    field: 'subcontractorId',
    code: 'REFERENCE',
    message: 'is not a subcontractor of the project',
  });
}

/** The currency of a line is that of its project; another is refused. */
function setCurrency({ given, values }: LineDraft, { currency }: Project, { faults }: Reading): void {
  const isOther = given.has('currency') && values.currency !== null && values.currency !== currency;
  if (isOther)
    faults.push({
      field: 'currency',
      code: 'REFERENCE',
      message: `must be the currency of the project, ${currency}`,
    });
  else values.currency = currency;
}

const total = number();

/** Rules (a) to (c) of resources.md 15.2: whether `totalCost` of the request becomes the override of the total. */
function setTotal({ discipline, given, values, totalCost }: LineDraft, reading: Reading): void {
  if (totalCost === undefined || given.has('totalCostOverride')) return;
  const takesRate = values.labourRate !== null || values.equipmentRate !== null;
  const rated = takesRate ? values : { ...values, labourRateSource: null };
  if (hasCostInput(discipline, rated)) return;
  const read = totalCost === null ? null : total.kind.read(totalCost, 'totalCost', reading);
  if (read !== INVALID)
    values.totalCostOverride = applyTotalCost({ totalCost: read }, discipline, rated) ?? null;
}
