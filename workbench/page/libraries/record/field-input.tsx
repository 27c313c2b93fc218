import { CheckboxGroup, FieldError, Label } from 'react-aria-components';
import { CheckField, NumberField, SelectField, TextField } from '../../components/fields';
import fieldClasses from '../../components/fields.module.css';
import { useMessages } from '../../language/language';
import { choiceLabel, type FieldValue, type RecordField } from './field';
import classes from './record.module.css';

interface Props {
  field: RecordField;
  label: string;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
}

const notChosen = '';
const numberFormat = { maximumFractionDigits: 6 };
const yearFormat = { useGrouping: false, maximumFractionDigits: 0 };

export function FieldInput({ field, label, value, onChange }: Props) {
  const { key, kind, isRequired } = field;
  const named = { name: key, label, isRequired };
  switch (kind) {
    case 'number':
    case 'year':
      return (
        <NumberField
          {...named}
          value={typeof value === 'number' ? value : Number.NaN}
          formatOptions={kind === 'year' ? yearFormat : numberFormat}
          onChange={(number) => onChange(Number.isNaN(number) ? null : number)}
        />
      );
    case 'flag':
      return (
        <div className={classes.flag}>
          <CheckField name={key} isSelected={value === true} onChange={onChange}>
            {label}
          </CheckField>
        </div>
      );
    case 'choice':
      return <ChoiceInput {...{ field, label, value, onChange }} />;
    case 'choices':
      return <ChoicesInput {...{ field, label, value, onChange }} />;
    default:
      return (
        <TextField
          {...named}
          type={kind === 'date' ? 'date' : 'text'}
          isMultiline={kind === 'lines'}
          value={typeof value === 'string' ? value : ''}
          onChange={(text) => onChange(text === '' ? null : text)}
        />
      );
  }
}

function ChoiceInput({ field, label, value, onChange }: Props) {
  const messages = useMessages();
  const choices = (field.choices ?? []).map((id) => ({ id, label: choiceLabel(id, messages) }));
  const none = { id: notChosen, label: messages.shell.none };
  return (
    <SelectField
      name={field.key}
      label={label}
      choices={field.isRequired ? choices : [none, ...choices]}
      selectedKey={typeof value === 'string' ? value : field.isRequired ? null : notChosen}
      onSelectionChange={(chosen) =>
        onChange(chosen === notChosen || chosen === null ? null : String(chosen))
      }
    />
  );
}

function ChoicesInput({ field, label, value, onChange }: Props) {
  const messages = useMessages();
  return (
    <CheckboxGroup
      name={field.key}
      className={`${fieldClasses.field} ${classes.whole}`}
      value={Array.isArray(value) ? value : []}
      onChange={(values) => onChange(values.length === 0 ? null : values)}
    >
      <Label className={fieldClasses.label}>{label}</Label>
      <div className={classes.checks}>
        {(field.choices ?? []).map((id) => (
          <CheckField key={id} value={id}>
            {choiceLabel(id, messages)}
          </CheckField>
        ))}
      </div>
      <FieldError className={fieldClasses.error} />
    </CheckboxGroup>
  );
}
