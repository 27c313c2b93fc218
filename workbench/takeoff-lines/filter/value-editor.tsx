import { NumberField, SelectField, TextField } from '@consulting/design/controls';
import inputs from '@consulting/design/controls/fields.module.css';
import { useMessages } from '@consulting/design/language';
import { ComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { type FilterValue, type Operator, valuesTaken } from './criteria';
import type { DraftCondition } from './draft';
import classes from './filter.module.css';
import type { FilterField, TakeoffScope } from './filter-fields';
import { useSettled, useValues } from './filter-queries';
import { ValueList } from './value-list';

type Values = DraftCondition['values'];

interface Props {
  scope: TakeoffScope;
  field: FilterField;
  operator: Operator;
  values: Values;
  onChange: (values: Values) => void;
  isInvalid: boolean;
}

export function ValueEditor({ scope, field, operator, values, onChange, isInvalid }: Props) {
  const { filter } = useMessages().takeoffTools;
  const taken = valuesTaken(operator);
  if (taken === 'none') return null;
  if (taken === 'list')
    return (
      <ValueList scope={scope} field={field} values={values} onChange={onChange} isInvalid={isInvalid} />
    );
  const proposes = operator === 'equals' || operator === 'notEquals';
  const one = { scope, field, proposes, isInvalid };
  if (taken === 'one')
    return (
      <ValueInput {...one} label={filter.value} value={values[0]} onChange={(value) => onChange([value])} />
    );
  return (
    <div className={classes.pair}>
      <ValueInput
        {...one}
        label={filter.from}
        value={values[0]}
        onChange={(value) => onChange([value, values[1]])}
      />
      <ValueInput
        {...one}
        label={filter.to}
        value={values[1]}
        onChange={(value) => onChange([values[0], value])}
      />
    </div>
  );
}

interface Code {
  text: string;
  label: string;
}

interface InputProps {
  codes?: readonly Code[];
  scope: TakeoffScope;
  field: FilterField;
  proposes: boolean;
  label: string;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | undefined) => void;
  isInvalid?: boolean;
}

export function ValueInput({
  codes = [],
  scope,
  field,
  proposes,
  label,
  value,
  onChange,
  isInvalid = false,
}: InputProps) {
  const { filter } = useMessages().takeoffTools;
  const named = { label: '', 'aria-label': label, isInvalid };
  const text = typeof value === 'string' ? value : '';
  switch (field.type) {
    case 'number':
    case 'integer':
      return (
        <NumberField
          {...named}
          value={typeof value === 'number' ? value : Number.NaN}
          onChange={(number) => onChange(Number.isNaN(number) ? undefined : number)}
          formatOptions={{ maximumFractionDigits: field.type === 'integer' ? 0 : 6 }}
        />
      );
    case 'boolean':
      return (
        <SelectField
          {...named}
          choices={[
            { id: 'true', label: filter.yes },
            { id: 'false', label: filter.no },
          ]}
          selectedKey={value === undefined ? null : String(value)}
          onSelectionChange={(key) => onChange(key === 'true')}
        />
      );
    case 'enum':
      return (
        <SelectField
          {...named}
          choices={(field.enum ?? []).map((choice) => ({ id: choice.value, label: choice.label }))}
          selectedKey={text === '' ? null : text}
          onSelectionChange={(key) => onChange(String(key))}
        />
      );
    case 'date':
    case 'time':
      return <TextField {...named} type="date" value={text} onChange={onChange} />;
    case 'text':
      return proposes ? (
        <KnownText
          codes={codes}
          scope={scope}
          field={field}
          label={label}
          text={text}
          onChange={onChange}
          isInvalid={isInvalid}
        />
      ) : (
        <TextField {...named} value={text} onChange={onChange} />
      );
  }
}

interface KnownTextProps {
  codes: readonly Code[];
  scope: TakeoffScope;
  field: FilterField;
  label: string;
  text: string;
  onChange: (text: string) => void;
  isInvalid: boolean;
}

function KnownText({ codes, scope, field, label, text, onChange, isInvalid }: KnownTextProps) {
  const search = useSettled(text);
  const { data } = useValues(scope, field.key, search);
  const used = (data?.values ?? []).map(String).filter((value) => codes.every((code) => code.text !== value));
  const items = [
    ...codes.map(({ text: id, label }) => ({ id, label })),
    ...used.map((id) => ({ id, label: id })),
  ];
  return (
    <ComboBox
      aria-label={label}
      className={inputs.field}
      items={items}
      inputValue={text}
      onInputChange={onChange}
      allowsCustomValue
      isInvalid={isInvalid}
      defaultFilter={() => true}
    >
      <Input className={inputs.input} />
      <Popover className={inputs.popover}>
        <ListBox className={inputs.list}>
          {({ id, label }: (typeof items)[number]) => (
            <ListBoxItem id={id} textValue={id} className={inputs.choice}>
              {label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
