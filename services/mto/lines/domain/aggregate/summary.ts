import type { Database } from '@consulting/kernel/postgres';
import {
  boolean,
  type Decimal,
  decimal,
  QueryInput,
  quotient,
  sum,
  toNumber,
  uuid,
  type Values,
} from '@consulting/kernel/schema';
import { type Discipline, disciplineLabels, disciplines } from '@consulting/mto-engine';
import { sumParts } from '../../store/reads/line-parts';
import { type DisciplineSums, type QuantitySum, type Sums, sumUp } from '../../store/reads/summary';
import { type TotalKey, totalKeys } from '../../store/rows/figures';
import type { LineSource } from '../../store/rows/line-source';
import { findOneByOne, findTogether } from '../../store/tables/json-statement';
import { countByDiscipline } from '../../store/totals/count-lines';
import type { Ctx } from '../context';
import type { WbsTree } from '../groups/wbs-tree';
import { readInProject } from '../line/owner';
import { sourceFor, versionField } from '../line/version-lines';
import { readCompleteness } from './completeness';
import { type GivenPart, readParts } from './line-parts';
import { figuresByCrew, figuresByWbs, findWbsTree, nameCrews, serialiseByWbs } from './summary-by-code';

export const summaryQuery = new QueryInput({
  serviceId: uuid().describe('Only the lines of this service.'),
  estimationId: versionField(),
  completeness: boolean()
    .default(false)
    .describe('Whether the lines without quantity, hours, rate, price or WBS code are counted, too.'),
});

function summarise({ sums, quantities }: Sums) {
  const totals = totalsOf(sums);
  const byDiscipline = disciplines
    .flatMap((discipline) => sums.filter((each) => each.discipline === discipline))
    .map((each) => disciplineBlock(each, quantities, totals.totalCost));
  return { totals, byDiscipline };
}

/** @throws NOT_FOUND, NO_SNAPSHOT, DEPENDENCY_UNAVAILABLE */
export async function summariseProject(
  ctx: Ctx,
  projectId: string,
  { serviceId, estimationId, completeness }: Values<(typeof summaryQuery)['fields']>,
) {
  const owner = { projectId, serviceId };
  const { source } = await sourceFor(ctx, owner, estimationId);
  const [project, tree] = await readInProject(ctx, projectId, () => findWbsTree(ctx, projectId));
  const { sums, byWbs, crews } = await readAtOnce(ctx.db, owner, tree, source);
  const { totals, byDiscipline } = summarise(sums);
  const { byCrew, areNamed } = await nameCrews(ctx, owner, crews);
  const unavailable = [
    ...(project ? [] : ['currency']),
    ...(byWbs ? [] : ['byWbs']),
    ...(areNamed ? [] : ['byCrew.name']),
  ];
  return {
    projectId,
    serviceId,
    currency: project?.currency ?? null,
    generatedAt: new Date(),
    totals: mapTotals(totals, (figure) => toNumber(figure)),
    byDiscipline,
    byWbs,
    byCrew,
    ...(completeness ? { completeness: await readCompleteness(ctx, owner, source) } : {}),
    ...(unavailable.length > 0 ? { unavailable } : {}),
  };
}

/** All figures are read at one moment, so that those by WBS and by crew add up to the totals. */
async function readAtOnce(
  db: Database,
  owner: { projectId: string; serviceId: string | null },
  tree: WbsTree | undefined,
  source?: LineSource,
) {
  const filter = { ...owner, discipline: null, source };
  const find = source && !source.version?.hasTotals ? findOneByOne : findTogether;
  const [sumsFound, crewsFound] = [sumUp(owner, source), figuresByCrew(filter)];
  if (!tree) {
    const [sums, crews] = await find(db, sumsFound, crewsFound);
    return { sums, crews, byWbs: null };
  }
  const [sums, crews, byWbs] = await find(db, sumsFound, crewsFound, await figuresByWbs(filter, tree));
  return { sums, crews, byWbs: serialiseByWbs(tree, byWbs) };
}

interface ServiceSums {
  projectId?: string | null;
  serviceId: string;
  parts?: readonly GivenPart[] | undefined;
}

export async function summariseService(
  db: Database,
  { projectId = null, serviceId, parts }: ServiceSums,
  source?: LineSource,
) {
  const scope = { projectId, serviceId };
  const { criteria, faults } = readParts(parts ?? []);
  const [sums, sumsOfParts] = await findTogether(db, sumUp(scope, source), sumParts(scope, criteria, source));
  const { totals, byDiscipline } = summarise(sums);
  return {
    totals: mapTotals(totals, (figure) => figure.toFixed()),
    byDiscipline,
    ...(parts ? { parts: sumsOfParts, faults } : {}),
  };
}

export async function listDisciplines(ctx: Ctx, projectId: string) {
  const [, counts] = await readInProject(ctx, projectId, () => countByDiscipline(ctx.db, projectId));
  const data = disciplines
    .flatMap((discipline) => counts.filter((each) => each.discipline === discipline))
    .map(({ discipline, itemCount }) => ({ discipline, label: disciplineLabels[discipline], itemCount }));
  return { projectId, disciplines: data.map(({ discipline }) => discipline), data, total: data.length };
}

type Totals<T> = { itemCount: number } & Record<TotalKey, T>;

function totalsOf(disciplines: readonly DisciplineSums[]): Totals<Decimal> {
  const totals = totalKeys.map((key) => [key, sum(disciplines.map((sums) => sums[key]))] as const);
  const itemCount = disciplines.reduce((count, sums) => count + sums.itemCount, 0);
  return { itemCount, ...(Object.fromEntries(totals) as Record<TotalKey, Decimal>) };
}

function figuresOf<A, B>(totals: Record<TotalKey, A>, change: (figure: A) => B): Record<TotalKey, B> {
  const figures = totalKeys.map((key) => [key, change(totals[key])] as const);
  return Object.fromEntries(figures) as Record<TotalKey, B>;
}

function mapTotals<A, B>(totals: Totals<A>, change: (figure: A) => B): Totals<B> {
  return { itemCount: totals.itemCount, ...figuresOf(totals, change) };
}

const ratePlaces = 4;
const percentPlaces = 2;

function ratio(dividend: Decimal, divisor: Decimal, places: number): number | null {
  return divisor.eq(0) ? null : toNumber(quotient(dividend, divisor, places));
}

type Indicators = Record<string, number | null>;

const equipment = ({ quantity }: DisciplineSums): Indicators => ({ quantity: toNumber(quantity) });

const manHoursPer = ({ totalManHours }: DisciplineSums, amount: Decimal | string) =>
  ratio(decimal(totalManHours), decimal(amount), ratePlaces);

const kilogramsPerTonne = 1000;

const indicators: Record<Discipline, (sums: DisciplineSums) => Indicators> = {
  electrical_equipment: equipment,
  mechanical_equipment: equipment,
  bulk_electrical: (sums) => ({
    cableLength: toNumber(sums.cableLength),
    terminationCount: toNumber(sums.terminationCount),
  }),
  instrumentation: (sums) => ({ ioCount: toNumber(sums.ioCount) }),
  piping: (sums) => ({
    totalDiaInch: toNumber(sums.totalDiaInch),
    totalWeight: toNumber(sums.totalWeight),
    manHoursPerDiaInch: manHoursPer(sums, sums.totalDiaInch),
  }),
  civil: (sums) => ({
    bankVolume: toNumber(sums.bankVolume),
    compactedVolume: toNumber(sums.compactedVolume),
  }),
  concrete: (sums) => ({
    concreteVolume: toNumber(sums.concreteVolume),
    rebarWeight: toNumber(sums.rebarWeight),
    manHoursPerM3: manHoursPer(sums, sums.concreteVolume),
  }),
  structural: (sums) => ({
    grossWeight: toNumber(sums.grossWeight),
    manHoursPerTonne: manHoursPer(sums, decimal(sums.grossWeight).div(kilogramsPerTonne)),
  }),
  architectural: (sums) => ({ netArea: toNumber(sums.netArea) }),
};

function disciplineBlock(sums: DisciplineSums, quantities: readonly QuantitySum[], grandTotal: Decimal) {
  const { discipline } = sums;
  return {
    discipline,
    itemCount: sums.itemCount,
    quantities: quantities
      .filter((each) => each.discipline === discipline)
      .map(({ unitOfMeasure, quantity }) => ({ unitOfMeasure, quantity: toNumber(quantity) })),
    ...figuresOf(sums, (figure) => toNumber(figure)),
    percentOfTotal: ratio(decimal(sums.totalCost).times(100), grandTotal, percentPlaces),
    indicators: indicators[discipline](sums),
  };
}
