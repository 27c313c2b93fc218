import type { Titles } from '../language/language';
import type { Formats } from '../language/number-format';
import type { RatioFigures, Report } from '../model/report';
import { html, type Markup, nothing } from './markup';
import { type Column, table } from './table';

export function ratiosSection({ ratios }: Report, words: Titles, formats: Formats): Markup {
  if (ratios.length === 0) return nothing;
  const { ratios: titles } = words;
  const percentile = (title: string, key: 'p10' | 'p50' | 'p90'): Column<RatioFigures> => ({
    title,
    isNumber: true,
    cell: ({ reference }) => reference && formats.ratio(reference[key]),
  });
  const columns: Column<RatioFigures>[] = [
    { title: titles.name, cell: ({ label }) => label },
    { title: titles.value, isNumber: true, cell: ({ value }) => formats.ratio(value) },
    { title: words.columns.unitOfMeasure, cell: ({ unit }) => unit },
    percentile('P10', 'p10'),
    percentile('P50', 'p50'),
    percentile('P90', 'p90'),
    {
      title: titles.projects,
      isNumber: true,
      cell: ({ reference }) => reference && formats.count(reference.projects),
    },
    { title: titles.outside, cell: ({ isOutside }) => (isOutside ? words.yes : null) },
  ];
  const classOf = ({ isOutside }: RatioFigures) => (isOutside ? 'outside' : '');
  const isCompared = ratios.some(({ reference }) => reference !== null);
  const note = isCompared ? html`<p class="note">${titles.note}</p>` : nothing;
  return html`<section><h2>${words.sections.ratios}</h2>${note}${table({ columns, rows: ratios, classOf })}</section>
`;
}
