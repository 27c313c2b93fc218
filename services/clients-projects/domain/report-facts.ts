import {
  basisTextsPageMax,
  earlierVersionsMax,
  type getReportFacts,
  keptCrewRatesPageMax,
  type listBasisTexts,
  type listKeptCrewRates,
} from '@consulting/kernel/contracts/clients-projects';
import type { getBuildUp, getEstimateBasis } from '@consulting/kernel/contracts/estimation';
import type { Bus } from '@consulting/kernel/nats';
import type { Database } from '@consulting/kernel/postgres';
import { type Decimal, decimal, isUuid, type Static, unavailable } from '@consulting/kernel/schema';
import { type EstimationRow, findEstimation } from '../store/estimation';
import * as store from '../store/report';
import { findService, type ServiceRow } from '../store/service';
import type { EstimateSheet, SheetFigures } from '../store/tables/estimate-sheet';
import { classAccuracy } from './details/estimation-basis';
import { classSupported } from './estimate-class';
import { referencesOf } from './estimate-sheet';
import { findVersionTotals } from './estimate-sheet-totals';
import { figuresOf } from './estimation-record';
import { buildUpOf } from './estimation-totals';

type Facts = Static<(typeof getReportFacts)['response']>['found'];
type BasisFacts = NonNullable<NonNullable<Facts>['basis']>;
type Asked = Static<(typeof getReportFacts)['request']>;

export async function findReportFacts(db: Database, asked: Asked): Promise<Facts> {
  const { projectId } = asked;
  const found = isUuid(projectId) ? await store.findReportProject(db, projectId) : undefined;
  if (!found) return null;
  const named = await findVersion(db, asked);
  const service = await findServiceOf(db, projectId, asked.serviceId ?? named?.serviceId ?? null);
  const version = named && named.serviceId === service?.id ? named : null;
  const { clientName, project } = found;
  const { code, name, status, currency, clientReference, ...place } = project;
  const { siteAddress, city, province, region, country } = place;
  return {
    client: { name: clientName },
    project: {
      code,
      name,
      status,
      currency,
      clientReference,
      place: { siteAddress, city, province, region, country },
    },
    service: service ? serviceFacts(service) : null,
    version: version ? versionFacts(version) : null,
    basis: service ? basisOf(version ?? service.details) : null,
    earlier: service
      ? await store.listReviewed(db, service.id, version?.versionNumber ?? null, earlierVersionsMax)
      : [],
  };
}

const findServiceOf = async (db: Database, projectId: string, serviceId: string | null) =>
  serviceId !== null && isUuid(serviceId) ? store.findServiceOf(db, projectId, serviceId) : undefined;

async function findVersion(db: Database, { serviceId, estimationId }: Asked) {
  if (estimationId) return isUuid(estimationId) ? store.findReportVersion(db, estimationId) : undefined;
  return serviceId && isUuid(serviceId) ? store.findNewestDraft(db, serviceId) : undefined;
}

const serviceFacts = ({ code, name, status, clientReference, leadConsultant }: ServiceRow) => ({
  code,
  name,
  status,
  clientReference,
  leadConsultant,
});

const versionFacts = (version: EstimationRow) => ({
  estimationId: version.id,
  versionNumber: version.versionNumber,
  versionLabel: version.versionLabel,
  name: version.name,
  status: version.status,
  preparedBy: version.preparedBy,
  reviewedBy: version.reviewedBy,
  approvedBy: version.approvedBy,
});

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const figureOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function basisOf(record: Readonly<Record<string, unknown>>): BasisFacts {
  const estimateClass = textOf(record.estimateClass);
  const usual = Object.entries(classAccuracy).find(([key]) => key === estimateClass)?.[1];
  return {
    estimateClass,
    accuracyLowPercent: figureOf(record.accuracyLowPercent) ?? usual?.low ?? null,
    accuracyHighPercent: figureOf(record.accuracyHighPercent) ?? usual?.high ?? null,
    estimatePurpose: textOf(record.estimatePurpose),
    estimateMethod: textOf(record.estimateMethod),
    baseDate: textOf(record.baseDate),
    basisOfEstimate: textOf(record.basisOfEstimate),
  };
}

type AskedTexts = Static<(typeof listBasisTexts)['request']>;

export async function basisTexts(
  db: Database,
  { serviceId, estimationId, list, skip }: AskedTexts,
): Promise<string[]> {
  const texts = await findTexts(db, serviceId, estimationId, list);
  return texts.filter((text) => text !== null).slice(skip, skip + basisTextsPageMax);
}

async function findTexts(
  db: Database,
  serviceId: string,
  estimationId: string | null,
  list: AskedTexts['list'],
): Promise<(string | null)[]> {
  if (!isUuid(serviceId) || (estimationId !== null && !isUuid(estimationId))) return [];
  if (estimationId !== null) return (await store.findReportVersion(db, estimationId))?.[list] ?? [];
  const texts = (await findService(db, serviceId))?.details[list];
  return Array.isArray(texts) ? texts.map(textOf) : [];
}

type BuildUp = Static<(typeof getBuildUp)['response']>['buildUp'];
type BuiltItem = NonNullable<NonNullable<BuildUp>['sheet']>[number];

export async function findBuildUp(
  db: Database,
  bus: Bus,
  estimationId: string,
  lineTotal: string,
): Promise<BuildUp> {
  const version = isUuid(estimationId) ? await store.findReportVersion(db, estimationId) : undefined;
  if (!version) return null;
  const figures = await sheetFiguresOf(bus, version);
  const sheetAmount = figures?.sheetAmount;
  const { subtotal, escalation, contingency, managementReserve, grandTotal } = buildUpOf(
    decimal(lineTotal),
    version,
    sheetAmount,
  );
  const text = (figure: Decimal | number) => decimal(figure).toFixed();
  const percent = (figure: number | null) => (figure === null ? null : text(figure));
  return {
    indirectAmount: text(version.indirectAmount),
    ownersCostAmount: text(version.ownersCostAmount),
    subtotal: text(subtotal),
    escalation: text(escalation),
    escalationPercent: percent(version.escalationPercent),
    contingency: text(contingency),
    contingencyPercent: percent(version.contingencyPercent),
    managementReserve: text(managementReserve),
    managementReservePercent: percent(version.managementReservePercent),
    grandTotal: text(grandTotal),
    ...(sheetAmount === undefined ? {} : { sheetAmount }),
    ...(version.sheet?.bidSpread ? { bidSpread: version.sheet.bidSpread } : {}),
    ...(version.sheet && figures ? { sheet: sheetItemsOf(version.sheet, figures) } : {}),
  };
}

async function sheetFiguresOf(bus: Bus, version: EstimationRow): Promise<SheetFigures | undefined> {
  if (version.sheet === null) return undefined;
  if (version.frozen) return version.frozen.sheet;
  const found = await findVersionTotals(bus, version);
  if (!found) throw unavailable('mto');
  return figuresOf(version, found).sheet;
}

function sheetItemsOf({ items }: EstimateSheet, { amounts, lines }: SheetFigures): BuiltItem[] {
  const text = (figure: number | null) => (figure === null ? null : decimal(figure).toFixed());
  return items.map((item, at) => ({
    itemId: item.itemId,
    code: item.code,
    name: item.name,
    kind: item.kind as BuiltItem['kind'],
    value: item.kind === 'percent' ? text(item.value) : null,
    quantity: text(item.quantity),
    unit: item.unit,
    unitPrice: text(item.unitPrice),
    lines: lines[at] ?? null,
    amount: decimal(amounts[at] ?? 0).toFixed(),
    sums: item.kind === 'subtotal' && item.basis?.items?.length ? [...referencesOf(item, at, items)] : null,
  }));
}

type FrozenCrews = Static<(typeof listKeptCrewRates)['response']>['crews'];

export async function frozenCrewRates(
  db: Database,
  estimationId: string,
  skip: number,
): Promise<FrozenCrews> {
  const version = isUuid(estimationId) ? await store.findReportVersion(db, estimationId) : undefined;
  const page = version?.frozenCrewRates?.slice(skip, skip + keptCrewRatesPageMax) ?? null;
  return (
    page?.map(({ crewCode, name, crewSize, labourRate, equipmentRate }) => ({
      crewCode,
      name,
      crewSize,
      labourRate,
      equipmentRate,
    })) ?? null
  );
}

type BasisOfVersion = Static<(typeof getEstimateBasis)['response']>['found'];

export async function findEstimateBasis(
  db: Database,
  serviceId: string,
  estimationId: string | null,
): Promise<BasisOfVersion> {
  const service = isUuid(serviceId) ? await findService(db, serviceId) : undefined;
  if (!service) return null;
  const version =
    estimationId === null || !isUuid(estimationId)
      ? undefined
      : await findEstimation(db, service.id, estimationId);
  const deliverables = service.deliverables ?? [];
  const { supports, limitedBy } = classSupported(deliverables);
  return {
    supports,
    limitedBy,
    deliverables,
    basis: version
      ? {
          estimateClass: version.estimateClass,
          status: version.status,
          sections: version.basisSections ?? {},
        }
      : null,
  };
}
