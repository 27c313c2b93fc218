import { column, numberColumn, Table } from '@consulting/design/controls';
import { Link } from 'wouter';
import { measures } from '../view/measures';
import type { Group, GroupKey } from '../view/queries';
import { type Drawing, figureOf, labelOf, placeIn } from './drawn';
import type { Series } from './each-series';
import { placeSettings } from './place';

interface Props {
  caption: string;
  each: GroupKey;
  drawing: Drawing;
  series: readonly Series[];
  rows: readonly Group[];
}

export function EachTable({ caption, each, drawing, series, rows }: Props) {
  const { figures, words, measure, exact, formats, here, place } = drawing;
  const written = (value: number) => (measure === 'cost' ? exact('cost', value) : formats.number(value));
  return (
    <Table<Group>
      caption={caption}
      rows={rows}
      rowKey={(group) => labelOf(group, each, drawing)}
      columns={[
        column('label', words.titleOf(each), (group) => (
          <Link href={here(placeSettings(placeIn(place, group, each)))}>{labelOf(group, each, drawing)}</Link>
        )),
        ...series.map(({ id, label, valueIn }) =>
          numberColumn<Group>(id, label, (group) => {
            const value = valueIn(group);
            return value === null ? '–' : written(value);
          }),
        ),
        numberColumn('total', figures.total, (group) => (
          <strong>{written(figureOf(group, measures[measure]))}</strong>
        )),
      ]}
    />
  );
}
