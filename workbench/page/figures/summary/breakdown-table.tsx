import { Link } from 'wouter';
import { Table } from '../../components/table';
import { elements, shareOf } from '../view/measures';
import { type Drawing, figureOf, labelOf, outerName, placeOf, ranked } from './drawn';
import { placeSettings } from './place';

export function BreakdownTable({ caption, ...drawing }: Drawing & { caption: string }) {
  const { groups, outer, figures, formats, exact, here } = drawing;
  const whole = Number(groups.totals.totalCost ?? 0);
  const used = elements.filter((element) => Number(groups.totals[element] ?? 0) !== 0);
  return (
    <Table
      caption={caption}
      rows={ranked(drawing)}
      rowKey={(group) => labelOf(group, outerName(outer), figures)}
      columns={[
        {
          key: 'label',
          title: outer === 'discipline' ? figures.discipline : figures.item,
          cell: (group) => (
            <Link href={here(placeSettings(placeOf(group, drawing)))}>
              {labelOf(group, outerName(outer), figures)}
            </Link>
          ),
        },
        {
          key: 'lines',
          title: figures.lines,
          isNumber: true,
          cell: (group) => formats.number(figureOf(group, 'lines')),
        },
        {
          key: 'totalManHours',
          title: figures.manHours,
          isNumber: true,
          cell: (group) => formats.number(figureOf(group, 'totalManHours')),
        },
        ...used.map((element) => ({
          key: element,
          title: figures.elements[element],
          isNumber: true,
          cell: (group: (typeof groups.data)[number]) => exact('cost', figureOf(group, element)),
        })),
        {
          key: 'totalCost',
          title: figures.totalCost,
          isNumber: true,
          cell: (group) => <strong>{exact('cost', figureOf(group, 'totalCost'))}</strong>,
        },
        {
          key: 'share',
          title: figures.share,
          isNumber: true,
          cell: (group) => formats.percent(shareOf(figureOf(group, 'totalCost'), whole)),
        },
      ]}
    />
  );
}
