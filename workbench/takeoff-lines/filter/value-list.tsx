import { Button as OurButton, TextField } from '@consulting/design/controls';
import inputs from '@consulting/design/controls/fields.module.css';
import { ChevronDown } from '@consulting/design/icons';
import { useLanguage } from '@consulting/design/language';
import { ProblemNotice } from '@consulting/foundation/components';
import { useState } from 'react';
import { Button, Dialog, DialogTrigger, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import type { FilterValue } from './criteria';
import type { DraftCondition } from './draft';
import classes from './filter.module.css';
import type { FilterField, TakeoffScope } from './filter-fields';
import { useSettled, useValues } from './filter-queries';
import { valueWords } from './sentence';

interface Props {
  scope: TakeoffScope;
  field: FilterField;
  values: DraftCondition['values'];
  onChange: (values: FilterValue[]) => void;
  isInvalid: boolean;
}

export function ValueList({ scope, field, values, onChange, isInvalid }: Props) {
  const { messages, formats, locale } = useLanguage();
  const { filter } = messages.takeoffTools;
  const speech = { words: filter, formats, locale };
  const chosen = values.filter((value) => value !== undefined);
  const summary = chosen.map((value) => valueWords(field, value, speech)).join(', ');
  return (
    <DialogTrigger>
      <Button
        className={`${inputs.input} ${inputs.chooser}`}
        data-invalid={isInvalid || undefined}
        aria-label={`${filter.value}: ${summary === '' ? filter.choose : summary}`}
      >
        <span className={classes.chosen}>{summary === '' ? filter.choose : summary}</span>
        <ChevronDown />
      </Button>
      <Popover className={inputs.popover}>
        <Dialog aria-label={`${filter.value}: ${field.label}`} className={classes.values}>
          <Choices scope={scope} field={field} chosen={chosen} onChange={onChange} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

interface ChoicesProps {
  scope: TakeoffScope;
  field: FilterField;
  chosen: readonly FilterValue[];
  onChange: (values: FilterValue[]) => void;
}

function Choices({ scope, field, chosen, onChange }: ChoicesProps) {
  const { messages, formats, locale } = useLanguage();
  const { filter, lines } = messages.takeoffTools;
  const [search, setSearch] = useState('');
  const settled = useSettled(search);
  const { data, error, refetch } = useValues(scope, field.key, field.enum ? '' : settled);
  const speech = { words: filter, formats, locale };
  const items = itemsOf(field, data?.data ?? [], chosen, search);
  const added = typedValue(field, search);
  const offersAdding = added !== null && field.enum === null && !items.some(({ id }) => id === String(added));
  return (
    <>
      <TextField label={filter.search} value={search} onChange={setSearch} autoFocus />
      {offersAdding && (
        <OurButton
          onPress={() => {
            onChange([...chosen, added]);
            setSearch('');
          }}
        >
          {filter.addValue({ text: search.trim() })}
        </OurButton>
      )}
      {error ? <ProblemNotice error={error} onRetry={refetch} /> : null}
      <ListBox
        aria-label={filter.value}
        className={inputs.list}
        items={items}
        selectionMode="multiple"
        escapeKeyBehavior="none"
        selectedKeys={chosen.map(String)}
        onSelectionChange={(keys) =>
          onChange(items.filter(({ id }) => keys === 'all' || keys.has(id)).map(({ value }) => value))
        }
        renderEmptyState={() => <p className="quiet">{filter.noValues}</p>}
      >
        {({ id, value, count }) => (
          <ListBoxItem
            id={id}
            textValue={valueWords(field, value, speech)}
            className={`${inputs.choice} ${classes.value}`}
          >
            <span>{valueWords(field, value, speech)}</span>
            {count > 0 && <span className="quiet">{lines({ count })}</span>}
          </ListBoxItem>
        )}
      </ListBox>
      {data?.truncated && <p className="quiet">{filter.moreValues({ count: data.total })}</p>}
    </>
  );
}

interface Counted {
  value: FilterValue;
  count: number;
}

function itemsOf(
  { enum: choices }: FilterField,
  found: readonly Counted[],
  chosen: readonly FilterValue[],
  search: string,
): (Counted & { id: string })[] {
  const counts = new Map(found.map((one) => [String(one.value), one]));
  const sought = search.trim().toLowerCase();
  const offered = choices
    ? choices.filter(({ label }) => label.toLowerCase().includes(sought)).map(({ value }) => value)
    : found.map(({ value }) => value);
  const all = new Map([...offered, ...chosen].map((value) => [String(value), value]));
  return [...all].map(([id, value]) => ({ id, value, count: counts.get(id)?.count ?? 0 }));
}

function typedValue({ type }: FilterField, typed: string): FilterValue | null {
  const text = typed.trim();
  if (text === '') return null;
  if (type !== 'number' && type !== 'integer') return text;
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : null;
}
