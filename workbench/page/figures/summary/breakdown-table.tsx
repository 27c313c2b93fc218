import { column, numberColumn, Table } from '@consulting/design/controls';
import { Link } from 'wouter';
import { elements, shareOf } from '../view/measures';
import { type Drawing, figureOf, labelOf, outerName, placeOf, ranked } from './drawn';
import { placeSettings } from './place';

export function BreakdownTable({ caption, ...drawing }: Drawing & { caption: string }) {
  const { groups, outer, figures, formats, exact, here } = drawing;
  const whole = Number(groups.totals.totalCost ?? 0);
  const used = elements.filter((element) => Number(groups.totals[element] ?? 0) !== 0);
  return (
    <Table<(typeof groups.data)[number]>
      caption={caption}
      rows={ranked(drawing)}
      rowKey={(group) => labelOf(group, outerName(outer), figures)}
      columns={[
        column('label', outer === 'discipline' ? figures.discipline : figures.item, (group) => (
          <Link href={here(placeSettings(placeOf(group, drawing)))}>
            {labelOf(group, outerName(outer), figures)}
          </Link>
        )),
        numberColumn('lines', figures.lines, (group) => formats.number(figureOf(group, 'lines'))),
        numberColumn('totalManHours', figures.manHours, (group) =>
          formats.number(figureOf(group, 'totalManHours')),
        ),
        ...used.map((element) =>
          numberColumn(element, figures.elements[element], (group: (typeof groups.data)[number]) =>
            exact('cost', figureOf(group, element)),
          ),
        ),
        numberColumn('totalCost', figures.totalCost, (group) => (
          <strong>{exact('cost', figureOf(group, 'totalCost'))}</strong>
        )),
        numberColumn('share', figures.share, (group) =>
          formats.percent(shareOf(figureOf(group, 'totalCost'), whole)),
        ),
      ]}
    />
  );
}
