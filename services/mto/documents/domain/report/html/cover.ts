import type { Titles } from '../language/language';
import type { Formats } from '../language/number-format';
import type { BasisSection, Cover, Report } from '../model/report';
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

const listed = ['assumptions', 'exclusions'] as const;

export function basisPage({ cover, basis }: Report, { cover: words }: Titles): Markup {
  const alone = listed.filter(
    (key) => cover[key].length > 0 && !basis.some((section) => section.key === key),
  );
  if (!cover.basis && alone.length + basis.length === 0) return html`<section></section>`;
  const own = cover.basis ? html`<p class="text">${cover.basis}</p>` : nothing;
  return html`<section><h2>${words.basis}</h2>${own}${alone.map((key) => html`<h3>${words[key]}</h3>${list(cover[key])}`)}${basis.map((section) => basisSection(section, cover))}</section>
`;
}

const list = (texts: readonly string[]): Markup =>
  texts.length === 0 ? nothing : html`<ul>${texts.map((text) => html`<li class="text">${text}</li>`)}</ul>`;

function basisSection({ key, label, text, facts }: BasisSection, cover: Cover): Markup {
  const texts = key === 'assumptions' || key === 'exclusions' ? cover[key] : [];
  const own = text === null ? nothing : html`<p class="text">${text}</p>`;
  return html`<h3>${label}</h3>${own}${list(texts)}${facts.map(({ title, items }) => html`<p class="fact">${title}</p>${list(items)}`)}`;
}
