import { Button, type Choice, PausedSearchField, SelectField, TextField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { declared, type Field, type RecordName } from '../fields';
import { useRecordWords } from '../words';
import type { ListAddress } from './address';
import classes from './list.module.css';

interface Props {
  of: RecordName;
  address: ListAddress;
}

export function FilterBar({ of, address }: Props) {
  const { shell, libraries } = useMessages();
  const { isSearched, filters } = declared(of);
  if (!isSearched && filters.length === 0) return null;
  return (
    <search className={classes.filters} aria-label={libraries.list.filters}>
      {isSearched && (
        <PausedSearchField
          label={shell.search}
          value={address.text('search') ?? ''}
          onSearch={(text) => address.set('search', text)}
        />
      )}
      {filters.map((field) => (
        <Filter key={field.name} of={of} field={field} address={address} />
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

function Filter({ of, field, address }: Props & { field: Field }) {
  const { list } = useMessages().libraries;
  const words = useRecordWords(of);
  const { name, kind, choices } = field;
  const value = address.text(name);
  const flags: readonly Choice[] = [
    { id: 'true', label: list.active },
    { id: 'false', label: list.inactive },
  ];
  if (kind !== 'flag' && !choices)
    return (
      <TextField label={words.label(name)} value={value ?? ''} onChange={(text) => address.set(name, text)} />
    );
  const known = choices?.map((id) => ({ id, label: words.choice(field, id) })) ?? flags;
  return (
    <SelectField
      label={kind === 'flag' ? list.status : words.label(name)}
      choices={[{ id: any, label: list.any }, ...known]}
      value={value ?? any}
      onChange={(key) => address.set(name, key === any || key === null ? null : String(key))}
    />
  );
}
