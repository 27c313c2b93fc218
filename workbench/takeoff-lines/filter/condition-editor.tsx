import { SelectField } from '@consulting/design/controls';
import inputs from '@consulting/design/controls/fields.module.css';
import { useMessages } from '@consulting/design/language';
import type { Operator } from './criteria';
import { type DraftCondition, lackOf } from './draft';
import { FieldBox } from './field-box';
import classes from './filter.module.css';
import { useBuilder } from './filter-builder-context';
import type { FilterField } from './filter-fields';
import type { PlacedFault } from './filter-queries';
import { operatorWords } from './sentence';
import { ValueEditor } from './value-editor';

interface Props {
  condition: DraftCondition;
  at: string;
  onChange: (condition: DraftCondition) => void;
}

export function ConditionEditor({ condition, at, onChange }: Props) {
  const { filter } = useMessages().takeoffTools;
  const { scope, fields, faults, isChecked, added } = useBuilder();
  const field = fields.find(({ key }) => key === condition.field);
  const lack = isChecked ? lackOf(condition) : null;
  const own = faults.filter((fault) => fault.field === at || fault.field.startsWith(`${at}.`));
  const isWrong = (part: string) =>
    lack === part || own.some((fault) => fault.field.startsWith(`${at}.${part}`));
  return (
    <div className={classes.condition}>
      <FieldBox
        label={filter.field}
        fields={fields}
        field={condition.field}
        isInvalid={isWrong('field')}
        autoFocus={condition.id === added}
        onChange={(key) => onChange(withField(condition, fields, key))}
      />
      {field && (
        <SelectField
          label={filter.operator}
          isLabelUnseen
          choices={field.operators.map((id) => ({ id, label: operatorWords(field, id, filter) }))}
          selectedKey={condition.operator}
          isInvalid={isWrong('operator')}
          onSelectionChange={(key) => {
            const operator = field.operators.find((one) => one === key);
            if (operator) onChange({ ...condition, operator });
          }}
        />
      )}
      {field && condition.operator && (
        <ValueEditor
          key={field.key}
          scope={scope}
          field={field}
          operator={condition.operator}
          values={condition.values}
          isInvalid={isWrong('value')}
          onChange={(values) => onChange({ ...condition, values })}
        />
      )}
      <Faults lack={lack} faults={own} />
    </div>
  );
}

function withField(condition: DraftCondition, fields: readonly FilterField[], key: string): DraftCondition {
  if (condition.field === key) return condition;
  const { operators = [] } = fields.find((field) => field.key === key) ?? {};
  const stored: Operator | undefined = operators.find((one) => one === condition.operator) ?? operators[0];
  return { ...condition, field: key, operator: stored ?? null, values: [] };
}

function Faults({ lack, faults }: { lack: ReturnType<typeof lackOf>; faults: readonly PlacedFault[] }) {
  const { filter } = useMessages().takeoffTools;
  if (lack === null && faults.length === 0) return null;
  return (
    <ul className={`${inputs.error} ${classes.faults}`}>
      {lack && <li>{filter.lacks[lack]}</li>}
      {faults.map(({ field, message }) => (
        <li key={`${field} ${message}`}>{message}</li>
      ))}
    </ul>
  );
}
