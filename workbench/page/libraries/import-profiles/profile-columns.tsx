import { Button, TextField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { FieldRow } from '@consulting/foundation/components';
import classes from '@consulting/foundation/records/record.module.css';
import { useState } from 'react';
import { FieldChooser } from '../../import/field-chooser';
import { type Discipline, useLineFields } from '../../import/line-fields';

type Mapping = Readonly<Record<string, string | null>>;

interface Props {
  discipline: Discipline | null;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

interface Row {
  id: number;
  column: string;
  field: string | null;
}

const mappingOf = (rows: readonly Row[]): Mapping =>
  Object.fromEntries(
    rows.filter(({ column }) => column.trim()).map(({ column, field }) => [column.trim(), field]),
  );

export function ProfileColumns({ discipline, mapping, onChange }: Props) {
  const { libraries, imports } = useMessages();
  const words = libraries.importProfiles;
  const fields = useLineFields(discipline);
  const [rows, setRows] = useState(() =>
    Object.entries(mapping ?? {}).map(([column, field], id): Row => ({ id, column, field })),
  );
  const change = (next: Row[]) => {
    setRows(next);
    onChange(mappingOf(next));
  };
  const set = (changed: Row) => change(rows.map((row) => (row.id === changed.id ? changed : row)));
  const labelOf = ({ field }: Row) => (field === null ? imports.columns.leaveOut : fields.labelOf(field));
  return (
    <fieldset className={classes.section}>
      <legend>{words.columns}</legend>
      <div className={classes.body}>
        <p className="quiet">{words.columnsHint}</p>
        {rows.map((row) => (
          <FieldRow key={row.id}>
            <TextField
              label={words.column}
              value={row.column}
              onChange={(column) => set({ ...row, column })}
            />
            <div className={classes.flag}>
              <FieldChooser
                label={words.fieldOf({ column: row.column, field: labelOf(row) })}
                displayed={labelOf(row)}
                fields={fields}
                chosen={row.field}
                onChoose={(field) => set({ ...row, field })}
                onForget={() => change(rows.filter(({ id }) => id !== row.id))}
              />
            </div>
          </FieldRow>
        ))}
        <div>
          <Button
            onPress={() => setRows([...rows, { id: 1 + (rows.at(-1)?.id ?? 0), column: '', field: null }])}
          >
            {words.addColumn}
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
