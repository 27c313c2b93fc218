import { CheckField } from '../components/fields';
import { Table } from '../components/table';
import { useFormats, useMessages } from '../language/language';
import classes from './crews.module.css';
import { keyOfGroup, type UnpricedGroup } from './unpriced-queries';

interface Props {
  groups: readonly UnpricedGroup[];
  keys: ReadonlySet<string>;
  onChoose: (keys: ReadonlySet<string>) => void;
}

interface UnitQuantity {
  unitOfMeasure: string | null;
  quantity: number;
}

const quantitiesOf = ({ values }: UnpricedGroup): readonly UnitQuantity[] =>
  Array.isArray(values.quantity) ? (values.quantity as UnitQuantity[]) : [];

export function UnpricedTable({ groups, keys, onChoose }: Props) {
  const { crews: words } = useMessages();
  const { number } = useFormats();
  const labelOf = ({ group, label }: UnpricedGroup) =>
    `${label.discipline ?? group.discipline}, ${group.crewCode ?? words.unpriced.noCrew}`;
  const choose = (key: string, isChosen: boolean) => {
    const next = new Set(keys);
    if (isChosen) next.add(key);
    else next.delete(key);
    onChoose(next);
  };
  const all = groups.map(keyOfGroup);
  return (
    <div className={classes.found}>
      <Table
        caption={words.unpriced.title}
        rows={groups}
        rowKey={keyOfGroup}
        columns={[
          {
            key: 'choice',
            title: (
              <CheckField
                aria-label={words.unpriced.chooseAll}
                isSelected={keys.size === all.length}
                isIndeterminate={keys.size > 0 && keys.size < all.length}
                onChange={(isAll) => onChoose(new Set(isAll ? all : []))}
              >
                {null}
              </CheckField>
            ),
            cell: (group) => (
              <CheckField
                aria-label={labelOf(group)}
                isSelected={keys.has(keyOfGroup(group))}
                onChange={(isChosen) => choose(keyOfGroup(group), isChosen)}
              >
                {null}
              </CheckField>
            ),
          },
          {
            key: 'discipline',
            title: words.import.discipline,
            cell: ({ group, label }) => String(label.discipline ?? group.discipline),
          },
          {
            key: 'crew',
            title: words.unpriced.crewCode,
            cell: ({ group }) =>
              group.crewCode === null ? (
                <span className="quiet">{words.unpriced.noCrew}</span>
              ) : (
                String(group.crewCode)
              ),
          },
          {
            key: 'lines',
            title: words.lines,
            isNumber: true,
            cell: ({ values }) => number(Number(values.lines ?? 0), 0),
          },
          {
            key: 'quantity',
            title: words.unpriced.quantity,
            isNumber: true,
            cell: (group) => (
              <span className={classes.quantities}>
                {quantitiesOf(group).map(({ unitOfMeasure, quantity }) => (
                  <span key={unitOfMeasure}>
                    {number(quantity)} {unitOfMeasure}
                  </span>
                ))}
              </span>
            ),
          },
          {
            key: 'hours',
            title: words.unpriced.hours,
            isNumber: true,
            cell: ({ values }) => number(Number(values.totalManHours ?? 0)),
          },
        ]}
      />
    </div>
  );
}
