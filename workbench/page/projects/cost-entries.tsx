import { IconButton, NumberField } from '@consulting/design/controls';
import { X } from '@consulting/design/icons';
import { nameIn, useMessages } from '@consulting/design/language';
import { type Loose, partOf } from '@consulting/foundation/records';
import record from '@consulting/foundation/records/record.module.css';
import { useState } from 'react';
import { explained } from './category-words';
import { categoriesOf, type Side } from './cost-categories';
import classes from './cost-entries.module.css';
import { NewCategory } from './new-category';

interface Props {
  side: Side;
  entries: Loose;
  /** An entry that is stored is removed by null; any other is left out. */
  stored: Loose;
  onChange: (entries: Loose) => void;
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);
const orElse = <T,>(typed: number, empty: T): number | T => (Number.isNaN(typed) ? empty : typed);

/** Entries are listed as they are printed: by tier, those of one's own last. */
function inOrder(side: Side, entries: Loose): string[] {
  const order = categoriesOf(side).map(({ category }) => category);
  const place = (category: string) => (order.includes(category) ? order.indexOf(category) : order.length);
  return Object.keys(entries)
    .filter((category) => entries[category] !== null)
    .toSorted((one, other) => place(one) - place(other));
}

function without(entries: Loose, category: string, stored: Loose): Loose {
  if (category in stored) return { ...entries, [category]: null };
  return Object.fromEntries(Object.entries(entries).filter(([key]) => key !== category));
}

export function CostEntries({ side, entries, stored, onChange }: Props) {
  const { projects, indirectCategories } = useMessages();
  const { indirect, fields } = projects;
  const known = inOrder(side, entries);
  const [added, setAdded] = useState<string | null>(null);
  const set = (category: string, change: Loose) =>
    onChange({ ...entries, [category]: { ...partOf(entries, category), ...change } });
  return (
    <fieldset className={record.section}>
      <legend>{indirect[side]}</legend>
      <div className={record.body}>
        <p className="quiet">{indirect.amountWins}</p>
        {known.map((category) => {
          const name = nameIn(indirectCategories.names, category);
          const { percentage, amount } = partOf(entries, category);
          return (
            // biome-ignore lint/a11y/useSemanticElements: the section around it is the set of fields
            <div key={category} role="group" aria-label={name} className={classes.entry}>
              <div>
                <strong>{name}</strong>
                <p className="quiet">{explained(side, category, indirectCategories)}</p>
              </div>
              <NumberField
                label={fields.percentage}
                name={`${side}.${category}.percentage`}
                value={numberOf(percentage)}
                autoFocus={category === added}
                onChange={(typed) => set(category, { percentage: orElse(typed, 0) })}
                formatOptions={{ maximumFractionDigits: 4 }}
              />
              <NumberField
                label={fields.amount}
                name={`${side}.${category}.amount`}
                value={numberOf(amount)}
                onChange={(typed) => set(category, { amount: orElse(typed, null) })}
                formatOptions={{ maximumFractionDigits: 4 }}
              />
              <IconButton
                label={indirect.removeEntry({ name })}
                onPress={() => onChange(without(entries, category, stored))}
              >
                <X />
              </IconButton>
            </div>
          );
        })}
        <NewCategory
          side={side}
          known={known}
          onAdd={(category) => {
            setAdded(category);
            set(category, { percentage: 0, amount: null });
          }}
        />
      </div>
    </fieldset>
  );
}
