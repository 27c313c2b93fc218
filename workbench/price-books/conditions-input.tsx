import { Button, IconButton, SelectField, TextField } from '@consulting/design/controls';
import classes from '@consulting/design/controls/edited-rows.module.css';
import { X } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import type { Field } from '@consulting/foundation/api';
import sectionClasses from '@consulting/foundation/records/record.module.css';
import { FieldBox, isNumeric, ValueInput } from '@consulting/takeoff-lines';
import { type Comparison, comparisonOf, comparisonsOf, type PriceCondition } from './price-row';

interface Props {
  conditions: readonly PriceCondition[];
  fields: readonly Field[];
  onChange: (conditions: readonly PriceCondition[]) => void;
}

export function ConditionsInput({ conditions, fields, onChange }: Props) {
  const { libraries, takeoffTools } = useMessages();
  const words = libraries.priceRows;
  const set = (at: number, next: PriceCondition) =>
    onChange(conditions.map((condition, index) => (index === at ? next : condition)));
  return (
    <fieldset className={sectionClasses.section}>
      <legend>{words.conditions}</legend>
      <div className={sectionClasses.body}>
        <p className="quiet">{words.conditionsHint}</p>
        <ul className={classes.changes} aria-label={words.conditions}>
          {conditions.map((condition, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition is known by its place alone, to the API as well
            <li key={at} className={classes.change}>
              <ConditionInput condition={condition} fields={fields} onChange={(next) => set(at, next)} />
              <IconButton
                className={classes.remove}
                label={words.removeCondition({ number: at + 1 })}
                onPress={() => onChange(conditions.filter((_, index) => index !== at))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
        <div>
          <Button onPress={() => onChange([...conditions, { field: '' }])}>
            {takeoffTools.filter.addCondition}
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

interface OneProps {
  condition: PriceCondition;
  fields: readonly Field[];
  onChange: (condition: PriceCondition) => void;
}

const empty = (field: string, comparison: Comparison): PriceCondition => {
  const says =
    comparison === 'between'
      ? { from: null, to: null }
      : { [comparison]: comparison === 'isEmpty' ? true : null };
  // What is not typed yet is null, which the API reads as not sent.
  return { field, ...says } as unknown as PriceCondition;
};

function ConditionInput({ condition, fields, onChange }: OneProps) {
  const { filter } = useMessages().takeoffTools;
  const field = fields.find(({ key }) => key === condition.field);
  const comparison = comparisonOf(condition);
  return (
    <>
      <FieldBox
        label={filter.field}
        fields={fields}
        field={condition.field || null}
        onChange={(key) => key !== condition.field && onChange(empty(key, 'equals'))}
      />
      {field && (
        <SelectField
          label={filter.operator}
          isLabelUnseen
          choices={comparisonsOf(field).map((id) => ({ id, label: filter.operators[id] }))}
          value={comparison}
          onChange={(key) => onChange(empty(field.key, key as Comparison))}
        />
      )}
      {field && comparison !== 'isEmpty' && (
        <div className={classes.operands}>
          <Operands key={`${field.key} ${comparison}`} {...{ condition, comparison, field, onChange }} />
        </div>
      )}
    </>
  );
}

const noScope = { projectId: '', serviceId: null, discipline: null, search: '' };

interface OperandsProps extends Omit<OneProps, 'fields'> {
  comparison: Exclude<Comparison, 'isEmpty'>;
  field: Field;
}

function Operands({ condition, comparison, field, onChange }: OperandsProps) {
  const { libraries, takeoffTools } = useMessages();
  const { filter } = takeoffTools;
  if (comparison === 'in')
    return (
      <TextField
        label={filter.value}
        hint={libraries.priceRows.listHint}
        defaultValue={(condition.in ?? []).join('; ')}
        onChange={(text) => {
          const values = text
            .split(';')
            .map((value) => value.trim())
            .filter((value) => value !== '');
          const read = isNumeric(field) ? values.map((value) => Number(value.replace(',', '.'))) : values;
          onChange({ ...condition, in: read });
        }}
      />
    );
  const parts = comparison === 'between' ? (['from', 'to'] as const) : ([comparison] as const);
  return parts.map((part) => (
    <ValueInput
      key={part}
      scope={noScope}
      field={comparison === 'contains' || comparison === 'startsWith' ? { ...field, type: 'text' } : field}
      proposes={false}
      label={part === 'from' || part === 'to' ? filter[part] : filter.value}
      value={condition[part] ?? undefined}
      onChange={(value) => onChange({ ...condition, [part]: value ?? null })}
    />
  ));
}
