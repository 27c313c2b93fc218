import type { ReactNode } from 'react';
import { Button } from '../../components/button';
import { type Choice, SelectField, TextField } from '../../components/fields';
import { SearchField } from '../../components/search-field';
import { useMessages } from '../../language/language';
import type { ListAddress } from './address';
import classes from './list.module.css';

interface Bound {
  address: ListAddress;
  name: string;
  label: string;
}

const SearchFilter = ({ address }: { address: ListAddress }) => (
  <SearchField value={address.text('search') ?? ''} onChange={(text) => address.set('search', text)} />
);

export const TextFilter = ({ address, name, label }: Bound) => (
  <TextField label={label} value={address.text(name) ?? ''} onChange={(text) => address.set(name, text)} />
);

const any = 'any';

export function ChoiceFilter({ address, name, label, choices }: Bound & { choices: readonly Choice[] }) {
  const { libraries } = useMessages();
  return (
    <SelectField
      label={label}
      choices={[{ id: any, label: libraries.list.any }, ...choices]}
      selectedKey={address.text(name) ?? any}
      onSelectionChange={(key) => address.set(name, key === any || key === null ? null : String(key))}
    />
  );
}

export function ActiveFilter({ address }: { address: ListAddress }) {
  const { list } = useMessages().libraries;
  const choices = [
    { id: 'true', label: list.active },
    { id: 'false', label: list.inactive },
  ];
  return <ChoiceFilter address={address} name="isActive" label={list.status} choices={choices} />;
}

export function FilterBar({ address, children }: { address: ListAddress; children?: ReactNode }) {
  const { libraries } = useMessages();
  return (
    <search className={classes.filters} aria-label={libraries.list.filters}>
      <SearchFilter address={address} />
      {children}
      {address.filtersSet.length > 0 && (
        <Button kind="quiet" onPress={address.clear}>
          {libraries.list.clear}
        </Button>
      )}
    </search>
  );
}
