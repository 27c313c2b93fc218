import { useState } from 'react';
import { Button } from '../components/button';
import { NumberField, TextField } from '../components/fields';
import { useMessages } from '../language/language';
import { nameIn } from '../language/messages';
import { type Loose, partOf } from '../records/fields';
import record from '../records/record.module.css';
import classes from './cost-entries.module.css';

interface Props {
  side: 'labour' | 'equipment';
  entries: Loose;
  onChange: (entries: Loose) => void;
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);
const orElse = <T,>(typed: number, empty: T): number | T => (Number.isNaN(typed) ? empty : typed);

export function CostEntries({ side, entries, onChange }: Props) {
  const { projects } = useMessages();
  const { indirect, fields } = projects;
  const known = Object.keys(entries).filter((category) => entries[category] !== null);
  const set = (category: string, change: Loose) =>
    onChange({ ...entries, [category]: { ...partOf(entries, category), ...change } });
  return (
    <fieldset className={record.section}>
      <legend>{indirect[side]}</legend>
      <div className={record.body}>
        <p className="quiet">{indirect.amountWins}</p>
        {known.map((category) => {
          const name = nameIn(indirect.categories, category);
          const { percentage, amount } = partOf(entries, category);
          return (
            // biome-ignore lint/a11y/useSemanticElements: the section around it is the set of fields
            <div key={category} role="group" aria-label={name} className={classes.entry}>
              <strong>{name}</strong>
              <NumberField
                label={fields.percentage}
                name={`${side}.${category}.percentage`}
                value={numberOf(percentage)}
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
              <Button
                kind="quiet"
                aria-label={indirect.removeEntry({ name })}
                onPress={() => onChange({ ...entries, [category]: null })}
              >
                ✕
              </Button>
            </div>
          );
        })}
        <NewEntry
          side={side}
          known={known}
          onAdd={(category) => set(category, { percentage: 0, amount: null })}
        />
      </div>
    </fieldset>
  );
}

interface NewProps {
  side: Props['side'];
  known: readonly string[];
  onAdd: (category: string) => void;
}

function NewEntry({ side, known, onAdd }: NewProps) {
  const { projects } = useMessages();
  const { indirect } = projects;
  const [category, setCategory] = useState('');
  const name = category.trim();
  return (
    <div className={classes.addition}>
      <TextField
        label={indirect.newCategory}
        hint={indirect.newCategoryHint}
        value={category}
        onChange={setCategory}
      />
      <Button
        isDisabled={name === '' || known.includes(name)}
        onPress={() => {
          onAdd(name);
          setCategory('');
        }}
      >
        {side === 'labour' ? indirect.addLabour : indirect.addEquipment}
      </Button>
    </div>
  );
}
