import { CheckField, NumberField, SelectField, TextField } from '@consulting/design/controls';
import fieldClasses from '@consulting/design/controls/fields.module.css';
import { useMessages } from '@consulting/design/language';
import { CheckboxGroup, FieldError, Label } from 'react-aria-components';
import { pathOf } from './fields';
import classes from './record.module.css';
import { RowsInput } from './rows-input';
import type { FieldInputProps } from './words';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const orNull = (text: string): string | null => (text === '' ? null : text);
const unset = '';

function localTime(at: string): string {
  if (at === '') return '';
  const time = new Date(at);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function FieldInput({ field, inside, words, value, onChange }: FieldInputProps) {
  const { projects } = useMessages();
  const { kind, isRequired = false } = field;
  const own = { name: pathOf(inside, field.name), label: words.label(field.name) };
  switch (kind) {
    case 'number':
    case 'year':
      return (
        <NumberField
          {...own}
          isRequired={isRequired}
          value={typeof value === 'number' ? value : Number.NaN}
          onChange={(typed) => onChange(Number.isNaN(typed) ? null : typed)}
          formatOptions={{ maximumFractionDigits: 10, useGrouping: kind === 'number' }}
        />
      );
    case 'flag':
      return (
        <div className={classes.flag}>
          <CheckField name={own.name} isSelected={value === true} onChange={onChange}>
            {own.label}
          </CheckField>
        </div>
      );
    case 'time':
      return (
        <TextField
          {...own}
          type="datetime-local"
          value={localTime(textOf(value))}
          onChange={(text) => onChange(text === '' ? null : new Date(text).toISOString())}
        />
      );
    case 'choice':
    case 'yes':
      return <ChoiceInput {...{ field, inside, words, value, onChange }} />;
    case 'choices':
      return <ChoicesInput {...{ field, inside, words, value, onChange }} />;
    case 'rows':
      return (
        <RowsInput {...own} {...{ words, value, onChange }} fields={field.fields ?? []} input={FieldInput} />
      );
    case 'lines':
      return (
        <TextField
          {...own}
          isMultiline
          hint={projects.form.onePerLine}
          value={Array.isArray(value) ? value.join('\n') : ''}
          onChange={(text) => onChange(text === '' ? null : text.split('\n'))}
        />
      );
    default:
      return (
        <TextField
          {...own}
          isRequired={isRequired}
          type={kind === 'date' ? 'date' : 'text'}
          isMultiline={kind === 'long'}
          hint={field.hint && projects.form[`${field.hint}Hint`]}
          value={textOf(value)}
          onChange={(text) => onChange(orNull(text))}
        />
      );
  }
}

function ChoiceInput({ field, inside, words, value, onChange }: FieldInputProps) {
  const { form } = useMessages().projects;
  const isYes = field.kind === 'yes';
  const known = isYes
    ? [
        { id: 'true', label: form.yes },
        { id: 'false', label: form.no },
      ]
    : (field.choices ?? []).map((id) => ({ id, label: words.choice(field, id) }));
  const mayBeUnset = field.isNullable || value === null || value === undefined;
  return (
    <SelectField
      name={pathOf(inside, field.name)}
      label={words.label(field.name)}
      isRequired={field.isRequired ?? false}
      choices={mayBeUnset ? [{ id: unset, label: form.unset }, ...known] : known}
      value={typeof value === 'boolean' ? String(value) : textOf(value)}
      onChange={(key) => {
        const chosen = orNull(String(key ?? ''));
        onChange(isYes && chosen !== null ? chosen === 'true' : chosen);
      }}
    />
  );
}

function ChoicesInput({ field, inside, words, value, onChange }: FieldInputProps) {
  return (
    <CheckboxGroup
      name={pathOf(inside, field.name)}
      className={fieldClasses.field ?? ''}
      value={Array.isArray(value) ? value : []}
      onChange={(values) => onChange(values.length === 0 ? null : values)}
    >
      <Label className={fieldClasses.label}>{words.label(field.name)}</Label>
      <div className={classes.checks}>
        {(field.choices ?? []).map((id) => (
          <CheckField key={id} value={id}>
            {words.choice(field, id)}
          </CheckField>
        ))}
      </div>
      <FieldError className={fieldClasses.error} />
    </CheckboxGroup>
  );
}
