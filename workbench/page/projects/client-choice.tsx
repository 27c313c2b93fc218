import { useState } from 'react';
import { Button } from '../components/button';
import { ComboField } from '../components/combo-field';
import { useMessages } from '../language/language';
import classes from './client-choice.module.css';
import { useClients } from './client-data';

export interface ChosenClient {
  id: string;
  label: string;
}

interface SearchProps {
  label: string;
  hint?: string;
  chosen: ChosenClient | null;
  none?: string;
  isRequired?: boolean;
  onChoose: (client: ChosenClient | null) => void;
}

const noClient = 'none';

export function ClientSearch({ label, hint, chosen, none, isRequired = false, onChoose }: SearchProps) {
  const usual = chosen?.label ?? none ?? '';
  const [text, setText] = useState(usual);
  const clients = useClients({ search: text === usual ? '' : text.trim(), limit: 50, sort: ['name'] });
  const found = (clients.data?.data ?? []).map(({ id, name, code }) => ({ id, label: `${name} (${code})` }));
  const choices = none === undefined ? found : [{ id: noClient, label: none }, ...found];
  return (
    <ComboField
      label={label}
      {...(hint !== undefined && { hint })}
      isSearched
      name="clientId"
      isRequired={isRequired}
      choices={choices}
      value={chosen?.id ?? (none === undefined ? null : noClient)}
      onChange={(key) => {
        const client = choices.find(({ id }) => id === key);
        if (!client) return;
        setText(client.label);
        onChoose(client.id === noClient ? null : client);
      }}
      inputValue={text}
      onInputChange={setText}
    />
  );
}

interface Props {
  chosen: ChosenClient | null;
  onChoose: (client: ChosenClient | null) => void;
  onNew: () => void;
}

export function ClientChoice({ chosen, onChoose, onNew }: Props) {
  const { projects } = useMessages();
  return (
    <div className={classes.choice}>
      <ClientSearch
        key={chosen?.id}
        label={projects.clients.pick}
        hint={projects.clients.pickHint}
        isRequired
        chosen={chosen}
        onChoose={onChoose}
      />
      <Button onPress={onNew}>{projects.clients.create}</Button>
    </div>
  );
}
