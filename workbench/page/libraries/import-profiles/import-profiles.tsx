import type { components } from '@consulting/client/api';
import { useMessages } from '@consulting/design/language';
import { type Loose, type Part, RecordNames } from '@consulting/foundation/records';
import { Library } from '@consulting/foundation/records/list';
import { useSession } from '@consulting/foundation/session';
import { useLineFields } from '../../import/line-fields';
import { partsInWords } from '../../import/parts-in-words';
import { ProfileClient } from './profile-client';
import { ProfileColumns } from './profile-columns';
import { ProfileDefaults } from './profile-defaults';

type Profile = components['schemas']['ImportProfile'];

const profileOf = (displayed: Loose) => displayed as unknown as Profile;

const clientPart: Part = {
  names: () => ['clientId'],
  content: (displayed, change) => (
    <ProfileClient
      clientId={profileOf(displayed).clientId ?? null}
      onChange={(clientId) => change({ clientId })}
    />
  ),
};

const readingPart: Part = {
  names: (displayed) =>
    ['mapping', 'defaults'].flatMap((part) =>
      Object.keys(displayed[part] ?? {}).map((key) => `${part}.${key}`),
    ),
  content: (displayed, change) => {
    const { discipline, mapping, defaults } = profileOf(displayed);
    return (
      <>
        <ProfileColumns {...{ discipline, mapping }} onChange={(changed) => change({ mapping: changed })} />
        <ProfileDefaults
          {...{ discipline, defaults }}
          onChange={(changed) => change({ defaults: changed })}
        />
      </>
    );
  },
};

export function ImportProfiles() {
  const { everyClient } = useMessages().libraries.importProfiles;
  const { canWriteClient, canWriteClients } = useSession();
  return (
    <Library
      of="importProfiles"
      canAdd={canWriteClients}
      isWritable={(row) => canWriteClient(profileOf(row).clientId)}
      cells={{
        clientId: (row) => {
          const { clientId } = profileOf(row);
          return clientId === null ? everyClient : <RecordNames of="clients" ids={[clientId]} />;
        },
        mapping: (row) => <Reading profile={profileOf(row)} />,
      }}
      add={{ before: clientPart, after: readingPart }}
    />
  );
}

function Reading({ profile: { discipline, mapping, defaults } }: { profile: Profile }) {
  const { imports, libraries } = useMessages();
  const fields = useLineFields(discipline);
  const words = partsInWords({ mapping, defaults }, imports, fields);
  if (words.length === 0) return null;
  return (
    <details>
      <summary>{libraries.importProfiles.rules({ count: words.length })}</summary>
      <ul>
        {words.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </details>
  );
}
