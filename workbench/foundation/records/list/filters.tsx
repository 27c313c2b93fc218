import { Button, type Choice, PausedSearchField, SelectField, TextField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { declared, type Field, type RecordName } from '../fields';
import { useRecordWords } from '../words';
import type { ListAddress } from './address';
import classes from './list.module.css';

export type FilterChoices = Readonly<Record<string, readonly Choice[]>>;

interface Props {
  of: RecordName;
  address: ListAddress;
}

export function FilterBar({ of, address, choices = {} }: Props & { choices?: FilterChoices | undefined }) {
  const { shell, libraries } = useMessages();
  const { isSearched, filters } = declared(of);
  if (!isSearched && filters.length === 0) return null;
  return (
    <search className={classes.filters} aria-label={libraries.list.filters}>
      {isSearched && (
        <div className={classes.search}>
          <PausedSearchField
            label={shell.search}
            value={address.text('search') ?? ''}
            onSearch={(text) => address.set('search', text)}
          />
        </div>
      )}
      {filters.map((field) => (
        <Filter key={field.name} of={of} field={field} address={address} own={choices[field.name]} />
      ))}
      {address.filtersSet.length > 0 && (
        <Button kind="quiet" onPress={address.clear}>
          {libraries.list.clear}
        </Button>
      )}
    </search>
  );
}

const any = 'any';

interface OneProps extends Props {
  field: Field;
  own: readonly Choice[] | undefined;
}

function Filter({ of, field, address, own }: OneProps) {
  const { list } = useMessages().libraries;
  const words = useRecordWords(of);
  const { name, kind, choices } = field;
  const value = address.text(name);
  const flags: readonly Choice[] = [
    { id: 'true', label: list.active },
    { id: 'false', label: list.inactive },
  ];
  if (kind !== 'flag' && !choices && !own)
    return (
      <TextField label={words.label(name)} value={value ?? ''} onChange={(text) => address.set(name, text)} />
    );
  const known = own ?? choices?.map((id) => ({ id, label: words.choice(field, id) })) ?? flags;
  return (
    <SelectField
      label={kind === 'flag' ? list.status : words.label(name)}
      choices={[{ id: any, label: list.any }, ...known]}
      value={value ?? any}
      onChange={(key) => address.set(name, key === any || key === null ? null : String(key))}
    />
  );
}
