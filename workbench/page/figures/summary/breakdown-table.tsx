import { column, numberColumn, Table } from '@consulting/design/controls';
import { Link } from 'wouter';
import { elements, shareOf } from '../view/measures';
import { addressOfGroup, type Drawing, figureOf, labelOf, ranked } from './drawn';

export function BreakdownTable({ caption, ...drawing }: Drawing & { caption: string }) {
  const { groups, outer, figures, words, formats, exact } = drawing;
  const whole = Number(groups.totals.totalCost ?? 0);
  const used = elements.filter((element) => Number(groups.totals[element] ?? 0) !== 0);
  return (
    <Table<(typeof groups.data)[number]>
      caption={caption}
      rows={ranked(drawing)}
      rowKey={(group) => labelOf(group, outer, drawing)}
      columns={[
        column('label', words.titleOf(outer), (group) => (
          <Link href={addressOfGroup(group, drawing)}>{labelOf(group, outer, drawing)}</Link>
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
