import { Button, SearchedField, useSearchText } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useSession } from '@consulting/foundation/session';
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
  isOffered?: (clientId: string) => boolean;
  onChoose: (client: ChosenClient | null) => void;
}

const noClient = 'none';

const always = () => true;

export function ClientSearch(props: SearchProps) {
  const { label, hint, chosen, none, isRequired = false, isOffered = always, onChoose } = props;
  const typed = useSearchText(chosen?.label ?? none ?? '');
  const clients = useClients({ search: typed.search, limit: 50, sort: ['name'] });
  const found = (clients.data?.data ?? [])
    .filter(({ id }) => isOffered(id))
    .map(({ id, name, code }) => ({ id, label: `${name} (${code})` }));
  const choices = none === undefined ? found : [{ id: noClient, label: none }, ...found];
  return (
    <SearchedField
      label={label}
      {...(hint !== undefined && { hint })}
      name="clientId"
      isRequired={isRequired}
      typed={typed}
      choices={choices}
      value={chosen?.id ?? (none === undefined ? null : noClient)}
      onChoose={(client) => onChoose(client.id === noClient ? null : client)}
    />
  );
}

interface Props {
  chosen: ChosenClient | null;
  onChoose: (client: ChosenClient | null) => void;
  onNew: () => void;
}

export function ClientChoice({ chosen, onChoose, onNew }: Props) {
  const { canWriteCommon, canWriteClient } = useSession();
  const { projects } = useMessages();
  return (
    <div className={classes.choice}>
      <ClientSearch
        key={chosen?.id}
        label={projects.clients.pick}
        hint={projects.clients.pickHint}
        isRequired
        isOffered={canWriteClient}
        chosen={chosen}
        onChoose={onChoose}
      />
      {canWriteCommon && <Button onPress={onNew}>{projects.clients.create}</Button>}
    </div>
  );
}
