import {
  basisTextsPageMax,
  earlierVersionsMax,
  type getBuildUp,
  type getReportFacts,
  keptCrewRatesPageMax,
  type listBasisTexts,
  type listKeptCrewRates,
} from '@consulting/kernel/contracts/clients-projects';
import type { Database } from '@consulting/kernel/postgres';
import { type Decimal, decimal, isUuid, type Static } from '@consulting/kernel/schema';
import type { EstimationRow } from '../store/estimation';
import * as store from '../store/report';
import { findService, type ServiceRow } from '../store/service';
import { classAccuracy } from './details/estimation-basis';
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

export async function findBuildUp(db: Database, estimationId: string, lineTotal: string): Promise<BuildUp> {
  const version = isUuid(estimationId) ? await store.findReportVersion(db, estimationId) : undefined;
  if (!version) return null;
  const { subtotal, escalation, contingency, managementReserve, grandTotal } = buildUpOf(
    decimal(lineTotal),
    version,
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
  };
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
