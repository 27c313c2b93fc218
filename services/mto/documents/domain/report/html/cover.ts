import type { Titles } from '../language/language';
import type { Formats } from '../language/number-format';
import type { Cover, Report } from '../model/report';
import { html, type Markup, nothing } from './markup';

export function coverPage({ cover, currency, grandTotal }: Report, words: Titles, formats: Formats): Markup {
  const { project, client } = cover;
  const facts = factsOf(cover, currency, words, formats).filter(([, value]) => value !== null);
  return html`<header class="cover"><p class="client">${client}</p><h1>${project.name}</h1><p class="kind">${words.document}${cover.service ? ` – ${cover.service.name}` : ''}</p>
<p class="sum"><span>${words.buildUp.grandTotal}</span><b>${currency} ${formats.money(grandTotal)}</b></p>
<dl>${facts.map(([title, value]) => html`<dt>${title}</dt><dd>${value}</dd>`)}</dl></header>
`;
}

function factsOf(
  cover: Cover,
  currency: string,
  { cover: words }: Titles,
  formats: Formats,
): [string, string | null][] {
  const { project, service, version, estimateClass } = cover;
  return [
    [words.client, cover.client],
    [words.project, `${project.code} – ${project.name}`],
    [words.clientReference, cover.clientReference],
    [words.location, cover.location],
    [words.service, service && `${service.code} – ${service.name}`],
    [words.version, version && [version.label, version.name].filter(Boolean).join(' – ')],
    [words.status, cover.status],
    [words.estimateClass, estimateClass && `${words.classOf} ${estimateClass.class}`],
    [words.accuracy, accuracyOf(estimateClass, formats)],
    [words.purpose, cover.purpose],
    [words.method, cover.method],
    [words.currency, currency],
    [words.baseDate, cover.baseDate && formats.date(cover.baseDate)],
    [words.date, formats.date(cover.date)],
    [words.preparedBy, cover.preparedBy],
    [words.reviewedBy, cover.reviewedBy],
    [words.approvedBy, cover.approvedBy],
  ];
}

function accuracyOf(estimateClass: Cover['estimateClass'], formats: Formats): string | null {
  if (!estimateClass) return null;
  const { lowPercent, highPercent } = estimateClass;
  const ends = [lowPercent, highPercent].filter((end) => end !== null);
  return ends.length === 0 ? null : ends.map(formats.end).join(' / ');
}

export function basisPage({ cover }: Report, { cover: words }: Titles): Markup {
  const { basis, assumptions, exclusions } = cover;
  if (!basis && assumptions.length === 0 && exclusions.length === 0) return html`<section></section>`;
  const list = (title: string, texts: readonly string[]) =>
    texts.length === 0
      ? nothing
      : html`<h3>${title}</h3><ul>${texts.map((text) => html`<li class="text">${text}</li>`)}</ul>`;
  return html`<section><h2>${words.basis}</h2>${basis ? html`<p class="text">${basis}</p>` : nothing}${list(words.assumptions, assumptions)}${list(words.exclusions, exclusions)}</section>
`;
}
