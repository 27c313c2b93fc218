import type { components } from '@consulting/client/api';
import { useMessages } from '@consulting/design/language';
import type { Loose, Part } from '@consulting/foundation/records';
import { Library } from '@consulting/foundation/records/list';
import { useLineFields } from '../../import/line-fields';
import { partsInWords } from '../../import/parts-in-words';
import { ProfileColumns } from './profile-columns';
import { ProfileDefaults } from './profile-defaults';

type Profile = components['schemas']['ImportProfile'];

const profileOf = (displayed: Loose) => displayed as unknown as Profile;

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

export const ImportProfiles = () => (
  <Library
    of="importProfiles"
    cells={{ mapping: (row) => <Reading profile={profileOf(row)} /> }}
    add={{ after: readingPart }}
  />
);

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
