import { NumberField, SelectField } from '../../components/fields';
import { FieldRow } from '../../components/form';
import { useMessages } from '../../language/language';
import { quarters } from './rate-card-record';
import type { Pass } from './roll-forward-order';

interface Props {
  pass: Pass;
  change: (changes: Partial<Pass>) => void;
}

const asYear = { useGrouping: false, maximumFractionDigits: 0 };
const asPercent = { maximumFractionDigits: 4 };

export function PeriodFields({ pass, change }: Props) {
  const words = useMessages().libraries.rateCards.rollForward;
  const choices = quarters.map((id) => ({ id, label: id }));
  const quarterOf = (key: unknown) => quarters.find((quarter) => quarter === key);
  const quarterField = (name: 'from.quarter' | 'to.quarter', key: 'fromQuarter' | 'toQuarter') => (
    <SelectField
      name={name}
      label={words[key]}
      choices={choices}
      selectedKey={pass[key]}
      onSelectionChange={(chosen) => change({ [key]: quarterOf(chosen) })}
    />
  );
  const yearField = (name: 'from.year' | 'to.year', key: 'fromYear' | 'toYear') => (
    <NumberField
      name={name}
      label={words[key]}
      value={pass[key] ?? Number.NaN}
      formatOptions={asYear}
      onChange={(year) => change({ [key]: Number.isNaN(year) ? null : year })}
    />
  );
  return (
    <FieldRow>
      {yearField('from.year', 'fromYear')}
      {quarterField('from.quarter', 'fromQuarter')}
      {yearField('to.year', 'toYear')}
      {quarterField('to.quarter', 'toQuarter')}
    </FieldRow>
  );
}

export function EscalationFields({ pass, change }: Props) {
  const words = useMessages().libraries.rateCards.rollForward;
  return (
    <FieldRow>
      {(['baseWage', 'fringes', 'other'] as const).map((key) => (
        <NumberField
          key={key}
          name={`escalationPercent.${key}`}
          label={words[key]}
          value={pass[key] ?? Number.NaN}
          formatOptions={asPercent}
          onChange={(percent) => change({ [key]: Number.isNaN(percent) ? null : percent })}
        />
      ))}
    </FieldRow>
  );
}
