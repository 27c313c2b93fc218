import { Button } from '../../components/button';
import { FieldRow } from '../../components/form';
import { useMessages } from '../../language/language';
import { type FieldSpec, type Loose, rowsOf } from './field-specs';
import classes from './record.module.css';
import { RecordField } from './record-field';

interface Props {
  name: string;
  label: string;
  fields: readonly FieldSpec[];
  value: unknown;
  onChange: (rows: readonly Loose[]) => void;
}

/** A list of entries within a record; the API takes it whole. */
export function RowsField({ name, label, fields, value, onChange }: Props) {
  const { projects } = useMessages();
  const rows = rowsOf(value);
  const set = (index: number, key: string, changed: unknown) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [key]: changed } : row)));
  return (
    <fieldset className={classes.rows}>
      <legend>{label}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place alone, to the API as well
        <fieldset key={index} className={classes.entry}>
          <legend>{projects.form.row(label, index + 1)}</legend>
          <FieldRow>
            {fields.map((field) => (
              <RecordField
                key={field.name}
                field={field}
                inside={`${name}[${index}]`}
                record={row}
                onChange={(key, changed) => set(index, key, changed)}
              />
            ))}
          </FieldRow>
          <div>
            <Button kind="quiet" onPress={() => onChange(rows.filter((_, at) => at !== index))}>
              {projects.form.removeRow(label, index + 1)}
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button onPress={() => onChange([...rows, {}])}>{projects.form.add(label)}</Button>
      </div>
    </fieldset>
  );
}
