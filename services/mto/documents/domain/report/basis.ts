import { basisSections } from '@consulting/kernel/contracts/estimation';
import { decimal } from '@consulting/kernel/schema';
import type { Review } from '@consulting/mto-analysis';
import { wordFor } from './cover';
import { type Language, type Titles, titles } from './language/language';
import { Formats } from './language/number-format';
import type { BasisSection, RatioFigures } from './model/report';

const text = (figure: number): string => decimal(figure).toFixed();

export const ratiosOf = ({ ratios, currency }: Review, words: Titles): RatioFigures[] =>
  ratios
    .filter(({ value, reference }) => value !== 0 || reference !== null)
    .map(({ key, unit, value, reference, outside }) => ({
      label: words.ratios.keys[key],
      unit: unit === '1' ? null : unit.replace('currency', currency ?? ''),
      value: text(value),
      reference: reference && {
        projects: reference.n,
        p10: text(reference.p10),
        p50: text(reference.p50),
        p90: text(reference.p90),
      },
      isOutside: outside,
    }));

const sharesListed = 8;

type Facts = Review['basis']['facts'];
type FactKey = keyof Titles['basis']['facts'];

// The facts of the data stand in the section that they are about; a section without text and facts is left out.
export function basisOf(review: Review, language: Language): BasisSection[] {
  const words = titles[language];
  const formats = new Formats(language);
  const { facts, sections } = review.basis;
  const factsOf = listsOf(review, words, formats);
  return basisSections.flatMap((key) => {
    const own = sections?.[key] ?? null;
    const lists = (sectionFacts[key] ?? []).flatMap((fact) => {
      const items = factsOf[fact](facts);
      return items.length > 0 ? [{ title: words.basis.facts[fact], items }] : [];
    });
    const isEmpty = own === null && lists.length === 0;
    return isEmpty ? [] : [{ key, label: words.basis.sections[key], text: own, facts: lists }];
  });
}

const sectionFacts: Partial<Record<(typeof basisSections)[number], readonly FactKey[]>> = {
  methodology: ['quantitySources', 'priceSources'],
  design: ['deliverables'],
  planning: ['crews'],
  cost: ['books', 'exchangeRates'],
  exceptions: ['dismissed'],
  benchmarking: ['outside'],
};

function listsOf(
  review: Review,
  words: Titles,
  formats: Formats,
): Record<FactKey, (facts: Facts) => string[]> {
  const { basis } = words;
  const shares = (of: Facts['crews'], named: (source: string) => string) =>
    of
      .filter(({ source }, _, { length }) => source !== null || length > 1)
      .slice(0, sharesListed)
      .map(({ source, percent }) => {
        const name = source === null ? basis.without : named(source);
        return percent === null ? name : `${name}: ${formats.percent(text(percent))} %`;
      });
  const source = (value: string) => wordFor(basis.sources, value);
  return {
    quantitySources: ({ quantitySources }) => shares(quantitySources, source),
    priceSources: ({ priceSources }) => shares(priceSources, source),
    crews: ({ crews }) => shares(crews, (code) => code),
    deliverables: () =>
      (review.class?.deliverables ?? []).map(
        ({ key, maturity }) => `${wordFor(basis.deliverables, key)}: ${basis.maturities[maturity]}`,
      ),
    books: ({ books }) =>
      books.map(({ code, updatedAt, amount }) => {
        const day = formats.date(updatedAt.slice(0, 'YYYY-MM-DD'.length));
        return `${code} (${day}): ${formats.money(text(amount))} ${review.currency ?? ''}`.trim();
      }),
    exchangeRates: ({ exchangeRates }) =>
      exchangeRates.map(
        ({ currency, rate }) => `1 ${currency} = ${formats.plain(text(rate))} ${review.currency ?? ''}`,
      ),
    dismissed: ({ dismissed }) =>
      dismissed.map(({ code, reason, by }) => `${basis.checks[code]}: ${reason ?? ''} (${by})`),
    outside: () => review.ratios.filter(({ outside }) => outside).map(({ key }) => words.ratios.keys[key]),
  };
}
