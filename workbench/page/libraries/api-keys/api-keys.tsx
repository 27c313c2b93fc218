import { CloseAction, Dialog } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import type { Loose } from '@consulting/foundation/records';
import { Library } from '@consulting/foundation/records/list';
import { useState } from 'react';
import { isChosen, type Reach, reachPart } from '../access/reach-part';

/** The API answers a key once, so it is displayed until the person closes it. */
export function ApiKeys() {
  const { libraries } = useMessages();
  const words = libraries.apiKeys;
  const [made, setMade] = useState<string | null>(null);
  return (
    <>
      <Library
        of="apiKeys"
        add={{
          after: reachPart(libraries.grants.ofNewKey),
          bodyOf,
          onSaved: ({ key }) => setMade(String(key)),
        }}
        remove={({ name }) => ({ question: words.revokeQuestion({ name: String(name) }) })}
      />
      {made !== null && (
        <Dialog title={words.made} isOpen onClose={() => setMade(null)}>
          <p>{words.copyNow}</p>
          <p>
            <code>{made}</code>
          </p>
          <CloseAction />
        </Dialog>
      )}
    </>
  );
}

// Empty lists would make a key that sees nothing; where nothing is chosen, the general rule applies.
function bodyOf(draft: Loose): Loose {
  const { isUnlimited, clientIds, projectIds, ...body } = draft as Loose & Reach;
  return isChosen({ isUnlimited, clientIds, projectIds }) ? draft : body;
}
