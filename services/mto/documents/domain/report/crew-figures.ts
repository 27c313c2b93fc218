import type { Database } from '@consulting/kernel/postgres';
import { decimal, loweredText } from '@consulting/kernel/schema';
import {
  askCrewNames,
  askCrewRates,
  askFrozenCrewRates,
  askService,
  type Ctx,
  type FiguresOfKeys,
  figureKeys,
  findFiguresByKeys,
  type LineFilter,
  type ReportFacts,
} from '@consulting/mto-lines';
import { keyOfField } from './cost-figures';
import type { Amount, CrewFigures } from './model/report';

const crewsMax = 10_000;

interface Crew {
  name: string | null;
  crewSize: Amount | null;
  labourRate: Amount | null;
  equipmentRate: Amount | null;
}

type Crews = ReadonlyMap<string, ReadonlyMap<string, Crew>>;

export type CrewSums = FiguresOfKeys[];

export const sumByCrew = (db: Database, filter: LineFilter): Promise<CrewSums> =>
  findFiguresByKeys(db, filter, [keyOfField('serviceId'), keyOfField('crewCode')], crewsMax);

/**
 * Crews have the rates that the version stored, else the current ones.
 * @throws DEPENDENCY_UNAVAILABLE
 */
export async function crewFigures(
  ctx: Ctx,
  projectId: string,
  version: ReportFacts['version'],
  sums: CrewSums,
): Promise<CrewFigures[]> {
  const named = sums.flatMap(({ keys: [serviceId = null, crewCode = null], figures }) =>
    serviceId === null || crewCode === null ? [] : [{ serviceId, crewCode, figures }],
  );
  const services = Map.groupBy(named, ({ serviceId }) => serviceId);
  const crews = new Map<string, ReadonlyMap<string, Crew>>();
  const codes = new Map<string, string | null>();
  for (const [serviceId, lines] of services) {
    const stored = version && (await askFrozenCrewRates(ctx.bus, version.estimationId));
    const asked = lines.map(({ crewCode }) => crewCode);
    crews.set(
      serviceId,
      stored ? frozenCrews(stored) : await currentCrews(ctx, { projectId, serviceId }, asked),
    );
    if (services.size > 1) codes.set(serviceId, (await askService(ctx.bus, serviceId))?.service.code ?? null);
  }
  return named
    .map(({ serviceId, crewCode, figures }) => ({
      service: codes.get(serviceId) ?? null,
      crewCode,
      ...(crewOf(crews, serviceId, crewCode) ?? unknownCrew),
      ...usedBy(figures),
    }))
    .sort((one, other) => decimal(other.totalManHours).cmp(one.totalManHours));
}

const unknownCrew = { name: null, crewSize: null, labourRate: null, equipmentRate: null, allInRate: null };

function crewOf(crews: Crews, serviceId: string, crewCode: string) {
  const crew = crews.get(serviceId)?.get(loweredText(crewCode));
  if (!crew) return undefined;
  const { labourRate, equipmentRate } = crew;
  const isIncomplete = labourRate === null || equipmentRate === null;
  return { ...crew, allInRate: isIncomplete ? null : decimal(labourRate).plus(equipmentRate).toFixed() };
}

function usedBy(figures: FiguresOfKeys['figures']) {
  const of = (key: (typeof figureKeys)[number]) => decimal(figures[figureKeys.indexOf(key)] ?? 0).toFixed();
  return {
    lines: Number(of('lines')),
    totalManHours: of('totalManHours'),
    labourCost: of('labourCost'),
    equipmentCost: of('equipmentCost'),
  };
}

const text = (figure: number | null): Amount | null => (figure === null ? null : decimal(figure).toFixed());

type Frozen = NonNullable<Awaited<ReturnType<typeof askFrozenCrewRates>>>;

const frozenCrews = (stored: Frozen): ReadonlyMap<string, Crew> =>
  new Map(
    stored.map(({ crewCode, name, crewSize, labourRate, equipmentRate }) => [
      loweredText(crewCode),
      { name, crewSize: text(crewSize), labourRate: text(labourRate), equipmentRate: text(equipmentRate) },
    ]),
  );

async function currentCrews(
  ctx: Ctx,
  owner: { projectId: string; serviceId: string },
  codes: readonly string[],
): Promise<ReadonlyMap<string, Crew>> {
  const names = await askCrewNames(ctx.bus, owner, codes);
  const rates = await askCrewRates(ctx.bus, owner.serviceId, codes);
  return new Map(
    rates.map(({ crewCode, crewSize, labourRate, equipmentRate }) => {
      const key = loweredText(crewCode);
      return [key, { name: names.get(key) ?? null, crewSize, labourRate, equipmentRate }];
    }),
  );
}
