import { Button } from '../../components/button';
import { NumberField, SelectField, TextField } from '../../components/fields';
import { FieldRow } from '../../components/form';
import { useMessages } from '../../language/language';
import type { Choices } from './choices';
import { type FieldSpec, type Loose, pathOf, rowsOf } from './field-specs';
import classes from './record.module.css';

interface Props {
  field: FieldSpec;
  inside: string | undefined;
  record: Loose;
  onChange: (name: string, value: unknown) => void;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const orNull = (text: string): string | null => (text === '' ? null : text);
const unset = '';

export function RecordField({ field, inside, record, onChange }: Props) {
  const { projects } = useMessages();
  const { name } = field;
  const value = record[name];
  const label = projects.fields[name];
  const own = { name: pathOf(inside, name), label };
  const set = (changed: unknown) => onChange(name, changed);
  switch (field.kind) {
    case 'number':
      return (
        <NumberField
          {...own}
          isRequired={field.isRequired ?? false}
          value={typeof value === 'number' ? value : Number.NaN}
          onChange={(typed) => set(Number.isNaN(typed) ? null : typed)}
          formatOptions={{ maximumFractionDigits: 10, useGrouping: !field.isYear }}
        />
      );
    case 'choice':
      return <ChoiceField {...own} field={field} value={textOf(value)} onChange={set} />;
    case 'yes':
      return (
        <SelectField
          {...own}
          value={value === true ? 'yes' : value === false ? 'no' : unset}
          onChange={(key) => set(key === unset ? null : key === 'yes')}
          choices={[
            { id: unset, label: projects.form.unset },
            { id: 'yes', label: projects.form.yes },
            { id: 'no', label: projects.form.no },
          ]}
        />
      );
    case 'lines':
      return (
        <TextField
          {...own}
          isMultiline
          hint={projects.form.onePerLine}
          value={Array.isArray(value) ? value.join('\n') : ''}
          onChange={(text) => set(text === '' ? null : text.split('\n'))}
        />
      );
    case 'rows':
      return <RowsField {...own} fields={field.fields} value={value} onChange={set} />;
    default:
      return (
        <TextField
          {...own}
          isRequired={field.isRequired ?? false}
          type={field.kind === 'date' ? 'date' : 'text'}
          isMultiline={field.kind === 'long'}
          hint={field.hint && projects.form[field.hint]}
          value={textOf(value)}
          onChange={(text) => set(orNull(text))}
        />
      );
  }
}

interface ChoiceProps {
  name: string;
  label: string;
  field: Extract<FieldSpec, { kind: 'choice' }>;
  value: string;
  onChange: (value: string | null) => void;
}

function ChoiceField({ field, onChange, ...own }: ChoiceProps) {
  const { projects } = useMessages();
  const choices: Choices = projects.choices;
  const known = Object.entries(choices[field.choices]).map(([id, label]) => ({ id, label }));
  return (
    <SelectField
      {...own}
      isRequired={field.isRequired ?? false}
      choices={field.isRequired ? known : [{ id: unset, label: projects.form.unset }, ...known]}
      onChange={(key) => onChange(orNull(String(key ?? '')))}
    />
  );
}

interface RowsProps {
  name: string;
  label: string;
  fields: readonly FieldSpec[];
  value: unknown;
  onChange: (rows: readonly Loose[]) => void;
}

function RowsField({ name, label, fields, value, onChange }: RowsProps) {
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
          <legend>{projects.form.row({ what: label, number: index + 1 })}</legend>
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
              {projects.form.removeRow({ what: label, number: index + 1 })}
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button onPress={() => onChange([...rows, {}])}>{projects.form.add({ what: label })}</Button>
      </div>
    </fieldset>
  );
}
