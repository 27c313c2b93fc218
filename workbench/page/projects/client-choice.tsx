import { useState } from 'react';
import { Button } from '../components/button';
import { ComboField } from '../components/combo-field';
import { useMessages } from '../language/language';
import classes from './client-choice.module.css';
import { useClients } from './client-data';
import { NewClient } from './client-form';

interface Chosen {
  id: string;
  label: string;
}

interface SearchProps {
  label: string;
  hint?: string;
  chosen: Chosen | null;
  /** What stands for no client at all, where that can be chosen. */
  none?: string;
  isRequired?: boolean;
  onChoose: (client: Chosen | null) => void;
}

const noClient = 'none';

/** Finds a client among many by what is typed. */
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
  clientId: string | null;
  /** Of the client that is chosen from the beginning. */
  name: string;
  onChoose: (clientId: string | null) => void;
}

/** A client who is there, or one that is made on the way. */
export function ClientChoice({ clientId, name, onChoose }: Props) {
  const { projects } = useMessages();
  const [label, setLabel] = useState(name);
  const [made, setMade] = useState(0);
  const [isNew, setNew] = useState(false);
  const choose = (client: Chosen | null) => {
    setLabel(client?.label ?? '');
    onChoose(client?.id ?? null);
  };
  return (
    <div className={classes.choice}>
      <ClientSearch
        key={made}
        label={projects.clients.pick}
        hint={projects.clients.pickHint}
        isRequired
        chosen={clientId === null ? null : { id: clientId, label }}
        onChoose={choose}
      />
      <Button onPress={() => setNew(true)}>{projects.clients.create}</Button>
      {isNew && (
        <NewClient
          onClose={() => setNew(false)}
          onCreated={({ id, name: called, code }) => {
            choose({ id, label: `${called} (${code})` });
            setMade(made + 1);
          }}
        />
      )}
    </div>
  );
}
