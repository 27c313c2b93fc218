import { CheckField, column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
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
      <Table<(typeof groups)[number]>
        caption={words.unpriced.title}
        rows={groups}
        rowKey={keyOfGroup}
        columns={[
          column(
            'choice',
            <CheckField
              aria-label={words.unpriced.chooseAll}
              isSelected={keys.size === all.length}
              isIndeterminate={keys.size > 0 && keys.size < all.length}
              onChange={(isAll) => onChoose(new Set(isAll ? all : []))}
            >
              {null}
            </CheckField>,
            (group) => (
              <CheckField
                aria-label={labelOf(group)}
                isSelected={keys.has(keyOfGroup(group))}
                onChange={(isChosen) => choose(keyOfGroup(group), isChosen)}
              >
                {null}
              </CheckField>
            ),
          ),
          column('discipline', words.import.discipline, ({ group, label }) =>
            String(label.discipline ?? group.discipline),
          ),
          column('crew', words.unpriced.crewCode, ({ group }) =>
            group.crewCode === null ? (
              <span className="quiet">{words.unpriced.noCrew}</span>
            ) : (
              String(group.crewCode)
            ),
          ),
          numberColumn('lines', words.lines, ({ values }) => number(Number(values.lines ?? 0), 0)),
          numberColumn('quantity', words.unpriced.quantity, (group) => (
            <span className={classes.quantities}>
              {quantitiesOf(group).map(({ unitOfMeasure, quantity }) => (
                <span key={unitOfMeasure}>
                  {number(quantity)} {unitOfMeasure}
                </span>
              ))}
            </span>
          )),
          numberColumn('hours', words.unpriced.hours, ({ values }) =>
            number(Number(values.totalManHours ?? 0)),
          ),
        ]}
      />
    </div>
  );
}
