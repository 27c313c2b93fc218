import { Button } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import type { ComponentType } from 'react';
import { FieldRow } from '../components/form';
import { type Field, type Loose, rowsOf } from './fields';
import classes from './record.module.css';
import type { FieldInputProps, RecordWords } from './words';

interface Props {
  name: string;
  label: string;
  fields: readonly Field[];
  input: ComponentType<FieldInputProps>;
  words: RecordWords;
  value: unknown;
  onChange: (rows: readonly Loose[]) => void;
}

export function RowsInput({ name, label, fields, input: FieldInput, words, value, onChange }: Props) {
  const { form } = useMessages().projects;
  const rows = rowsOf(value);
  const set = (index: number, key: string, changed: unknown) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [key]: changed } : row)));
  return (
    <fieldset className={classes.rows}>
      <legend>{label}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place alone, to the API as well
        <fieldset key={index} className={classes.entry}>
          <legend>{form.row({ what: label, number: index + 1 })}</legend>
          <FieldRow>
            {fields.map((field) => (
              <FieldInput
                key={field.name}
                field={field}
                inside={`${name}[${index}]`}
                words={words}
                value={row[field.name]}
                onChange={(changed) => set(index, field.name, changed)}
              />
            ))}
          </FieldRow>
          <div>
            <Button kind="quiet" onPress={() => onChange(rows.filter((_, at) => at !== index))}>
              {form.removeRow({ what: label, number: index + 1 })}
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button onPress={() => onChange([...rows, {}])}>{form.add({ what: label })}</Button>
      </div>
    </fieldset>
  );
}
