import { decimal } from '@consulting/kernel/schema';
import { askBasisTexts, type Ctx, type ReportFacts } from '@consulting/mto-lines';
import { type Language, titles } from './language/language';
import type { Cover } from './model/report';

interface Owner {
  serviceId: string | null;
  facts: ReportFacts;
}

/** @throws DEPENDENCY_UNAVAILABLE */
export async function coverOf(ctx: Ctx, { serviceId, facts }: Owner, language: Language): Promise<Cover> {
  const { client, project, service, version, basis } = facts;
  const words = titles[language];
  const textsOf = async (list: 'assumptions' | 'exclusions') =>
    serviceId === null
      ? []
      : askBasisTexts(ctx.bus, { serviceId, estimationId: version?.estimationId ?? null }, list);
  const [assumptions, exclusions] = await Promise.all([textsOf('assumptions'), textsOf('exclusions')]);
  return {
    client: client.name,
    project: { code: project.code, name: project.name },
    clientReference: service?.clientReference ?? project.clientReference,
    location: locationOf(project.place, language),
    service: service && { code: service.code, name: service.name },
    version: version && versionName(version),
    status: wordFor(words.statuses, version?.status ?? service?.status ?? project.status),
    estimateClass: classOf(basis),
    purpose: basis?.estimatePurpose ? wordFor(words.purposes, basis.estimatePurpose) : null,
    method: basis?.estimateMethod ? wordFor(words.methods, basis.estimateMethod) : null,
    baseDate: basis?.baseDate ?? null,
    date: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
    preparedBy: version?.preparedBy ?? service?.leadConsultant ?? null,
    reviewedBy: version?.reviewedBy ?? null,
    approvedBy: version?.approvedBy ?? null,
    basis: basis?.basisOfEstimate ?? null,
    assumptions,
    exclusions,
  };
}

export const versionName = (version: {
  versionNumber: number;
  versionLabel: string | null;
  name: string | null;
}) => ({
  number: version.versionNumber,
  label: version.versionLabel ?? `V${version.versionNumber}`,
  name: version.name ?? '',
});

export const wordFor = (words: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(words, value) ? (words[value] ?? value) : value;

function classOf(basis: ReportFacts['basis']): Cover['estimateClass'] {
  if (!basis?.estimateClass) return null;
  const text = (figure: number | null) => (figure === null ? null : decimal(figure).toFixed());
  return {
    class: basis.estimateClass,
    lowPercent: text(basis.accuracyLowPercent),
    highPercent: text(basis.accuracyHighPercent),
  };
}

function locationOf(place: ReportFacts['project']['place'], language: Language): string | null {
  const { siteAddress, city, province, region, country } = place;
  const countries = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  const named = country && /^[A-Z]{2}$/.test(country) ? countries.of(country) : country;
  return [siteAddress, city, province, region, named].filter(Boolean).join(', ') || null;
}
