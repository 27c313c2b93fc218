import { IconButton, NumberField, SelectField, TextField } from '@consulting/design/controls';
import rows from '@consulting/design/controls/edited-rows.module.css';
import inputs from '@consulting/design/controls/fields.module.css';
import { X } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import type { Field, PlacedFault, TakeoffScope } from '@consulting/takeoff-lines';
import { FieldBox, ValueInput } from '@consulting/takeoff-lines';
import { useCodes } from '../picks/use-picks';
import classes from './bulk.module.css';
import {
  type DraftChange,
  editable,
  isWhole,
  sourcesOf,
  takesIfEmpty,
  takesRound,
  verbsOf,
} from './change-draft';

interface Props {
  change: DraftChange;
  scope: TakeoffScope;
  fields: readonly Field[];
  taken: readonly (string | null)[];
  faults: readonly PlacedFault[];
  isChecked: boolean;
  onChange: (change: DraftChange) => void;
  onRemove: (() => void) | null;
}

export function ChangeEditor({ change, fields, taken, faults, isChecked, onChange, onRemove, scope }: Props) {
  const { bulk } = useMessages().takeoffTools;
  const offered = editable(fields).filter(({ key }) => key === change.field || !taken.includes(key));
  const field = offered.find(({ key }) => key === change.field);
  const lacks = isChecked && !isWhole(change);
  return (
    <li className={rows.change}>
      <FieldBox
        label={bulk.field}
        fields={offered}
        field={change.field}
        isInvalid={lacks && !field}
        onChange={(key) =>
          onChange(key === change.field ? change : { ...change, field: key, verb: 'set', value: undefined })
        }
      />
      {field && (
        <SelectField
          label={bulk.verb}
          isLabelUnseen
          choices={verbsOf(field).map((id) => ({ id, label: bulk.verbs[id] }))}
          selectedKey={change.verb}
          onSelectionChange={(key) => {
            const verb = verbsOf(field).find((one) => one === key);
            if (verb) onChange({ ...change, verb, value: undefined, ifEmpty: undefined });
          }}
        />
      )}
      {field && <Operands {...{ change, field, fields, scope, onChange }} isInvalid={lacks} />}
      {onRemove && (
        <IconButton
          className={rows.remove}
          label={bulk.remove({ field: field?.label ?? bulk.field })}
          onPress={onRemove}
        >
          <X />
        </IconButton>
      )}
      {(lacks || faults.length > 0) && (
        <ul className={`${inputs.error} ${classes.faults}`}>
          {lacks && <li>{bulk.incomplete}</li>}
          {faults.map(({ field: at, message }) => (
            <li key={`${at} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface OperandProps extends Pick<Props, 'change' | 'scope' | 'fields' | 'onChange'> {
  field: Field;
  isInvalid: boolean;
}

function Operands({ change, field, fields, scope, onChange, isInvalid }: OperandProps) {
  const { bulk } = useMessages().takeoffTools;
  return (
    <div className={rows.operands}>
      <Main {...{ change, field, fields, scope, onChange, isInvalid }} />
      {takesRound(change, field) && (
        <NumberField
          label={bulk.round}
          minValue={0}
          maxValue={6}
          value={change.round ?? Number.NaN}
          isInvalid={isInvalid && change.verb === 'round'}
          onChange={(round) => onChange({ ...change, round: Number.isNaN(round) ? undefined : round })}
        />
      )}
      {takesIfEmpty(change) && (
        <div>
          <span className={inputs.label}>{bulk.ifEmpty}</span>
          <ValueInput
            scope={scope}
            field={field}
            proposes={false}
            label={bulk.ifEmpty}
            value={change.ifEmpty}
            onChange={(ifEmpty) => onChange({ ...change, ifEmpty })}
          />
        </div>
      )}
    </div>
  );
}

function Main({ change, field, fields, scope, onChange, isInvalid }: OperandProps) {
  const { bulk } = useMessages().takeoffTools;
  const { projectId, serviceId } = scope;
  const typed = change.verb === 'set' ? String(change.value ?? '') : '';
  const codes = useCodes({ projectId, serviceId: serviceId ?? undefined }, field.key, typed);
  switch (change.verb) {
    case 'clear':
    case 'round':
      return null;
    case 'copyFrom':
      return (
        <div>
          <span className={inputs.label}>{bulk.source}</span>
          <FieldBox
            label={bulk.source}
            fields={sourcesOf(field, fields)}
            field={change.source}
            isInvalid={isInvalid}
            onChange={(source) => onChange({ ...change, source })}
          />
        </div>
      );
    case 'replace':
      return (
        <>
          <TextField
            label={bulk.find}
            value={change.find}
            isInvalid={isInvalid}
            onChange={(find) => onChange({ ...change, find })}
          />
          <TextField
            label={bulk.with}
            value={change.with}
            onChange={(replacement) => onChange({ ...change, with: replacement })}
          />
        </>
      );
    case 'set':
      return (
        <div>
          <span className={inputs.label}>{bulk.value}</span>
          <ValueInput
            codes={codes}
            scope={scope}
            field={field}
            proposes
            label={bulk.value}
            value={change.value}
            isInvalid={isInvalid}
            onChange={(value) => onChange({ ...change, value })}
          />
        </div>
      );
    default:
      return (
        <NumberField
          label={bulk.amounts[change.verb]}
          value={typeof change.value === 'number' ? change.value : Number.NaN}
          isInvalid={isInvalid}
          formatOptions={{ maximumFractionDigits: 6 }}
          onChange={(value) => onChange({ ...change, value: Number.isNaN(value) ? undefined : value })}
        />
      );
  }
}
