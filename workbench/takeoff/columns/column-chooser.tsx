import { Button, CheckField, Dialog, TextField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import type { Field } from '@consulting/takeoff-lines';
import { type FieldGroup, grouped } from '@consulting/takeoff-lines';
import { useMemo, useState } from 'react';
import classes from './columns.module.css';
import { DisplayedColumns } from './displayed-columns';

interface Props {
  fields: readonly Field[];
  columns: readonly string[];
  usual: readonly string[];
  onChange: (columns: string[]) => void;
  onClose: () => void;
}

export function ColumnChooser({ fields, columns, usual, onChange, onClose }: Props) {
  const words = useMessages().takeoffTools.columns;
  const distinct = useMemo(() => [...new Map(fields.map((field) => [field.key, field])).values()], [fields]);
  const isUsual = columns.join() === usual.join();
  return (
    <Dialog title={words.title} form="drawer" isOpen onClose={onClose}>
      <section className={classes.part}>
        <header className={classes.head}>
          <h3>{words.shown({ count: columns.length })}</h3>
          <Button kind="quiet" isDisabled={isUsual} onPress={() => onChange([...usual])}>
            {words.reset}
          </Button>
        </header>
        <p className="quiet">{words.orderHint}</p>
        <DisplayedColumns fields={distinct} columns={columns} onChange={onChange} />
      </section>
      <AllColumns fields={distinct} columns={columns} onChange={onChange} />
    </Dialog>
  );
}

type ListProps = Pick<Props, 'fields' | 'columns' | 'onChange'>;

function AllColumns({ fields, columns, onChange }: ListProps) {
  const words = useMessages().takeoffTools.columns;
  const [search, setSearch] = useState('');
  const sought = search.trim().toLowerCase();
  const found = fields.filter(({ key, label, group }) =>
    [key, label, group].some((text) => text.toLowerCase().includes(sought)),
  );
  const groups = grouped(found);
  return (
    <section className={classes.part}>
      <h3>{words.all}</h3>
      <TextField label={words.search} value={search} onChange={setSearch} />
      <p role="status" className="unseen">
        {sought !== '' && words.found({ count: found.length })}
      </p>
      {groups.length === 0 && <p className="quiet">{words.found({ count: 0 })}</p>}
      {groups.map((group) => (
        <Group
          key={`${group.name} ${sought !== ''}`}
          group={group}
          isOpenAtFirst={sought !== ''}
          {...{ columns, onChange }}
        />
      ))}
    </section>
  );
}

interface GroupProps extends Pick<Props, 'columns' | 'onChange'> {
  group: FieldGroup<Field>;
  isOpenAtFirst: boolean;
}

function Group({ group: { name, fields }, isOpenAtFirst, columns, onChange }: GroupProps) {
  const words = useMessages().takeoffTools.columns;
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const displayed = fields.filter(({ key }) => columns.includes(key)).length;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className={classes.group}>
      <summary>
        {name} <span className="quiet">{words.ofGroup({ displayed, count: fields.length })}</span>
      </summary>
      {isOpen && (
        <ul className={classes.fields}>
          {fields.map(({ key, label }) => (
            <li key={key}>
              <CheckField
                isSelected={columns.includes(key)}
                onChange={(isDisplayed) =>
                  onChange(isDisplayed ? [...columns, key] : columns.filter((one) => one !== key))
                }
              >
                {label}
              </CheckField>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
