import { useMessages } from '@consulting/design/language';
import { useRecordWords } from '@consulting/foundation/records';
import { useSession } from '@consulting/foundation/session';
import { ClientSearch } from '../../projects/client-choice';
import { useClient } from '../../projects/client-data';

interface Props {
  clientId: string | null;
  onChange: (clientId: string | null) => void;
}

// Whoever is limited makes profiles for clients of her own.
export function ProfileClient({ clientId, onChange }: Props) {
  const { everyClient } = useMessages().libraries.importProfiles;
  const words = useRecordWords('importProfiles');
  const { canWriteCommon, canWriteClient } = useSession();
  const client = useClient(clientId).data;
  return (
    <ClientSearch
      key={client?.id}
      label={words.label('clientId')}
      {...(canWriteCommon ? { none: everyClient } : { isRequired: true })}
      isOffered={canWriteClient}
      chosen={client ? { id: client.id, label: `${client.name} (${client.code})` } : null}
      onChoose={(chosen) => onChange(chosen?.id ?? null)}
    />
  );
}
