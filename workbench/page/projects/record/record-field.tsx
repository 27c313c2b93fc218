import { NumberField, SelectField, TextField } from '../../components/fields';
import { useMessages } from '../../language/language';
import { type FieldSpec, type Loose, pathOf } from './field-specs';
import { RowsField } from './rows-field';

interface Props {
  field: FieldSpec;
  inside: string | undefined;
  record: Loose;
  onChange: (name: string, value: unknown) => void;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const orNull = (text: string): string | null => (text === '' ? null : text);
const unset = '';

/** One field of a record; an empty one is null, as the API has it. */
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
  const known = Object.entries(projects.choices[field.choices]).map(([id, label]) => ({ id, label }));
  return (
    <SelectField
      {...own}
      isRequired={field.isRequired ?? false}
      choices={field.isRequired ? known : [{ id: unset, label: projects.form.unset }, ...known]}
      onChange={(key) => onChange(orNull(String(key ?? '')))}
    />
  );
}
