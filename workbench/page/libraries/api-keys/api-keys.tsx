import { CloseAction, Dialog } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { newKey } from '@consulting/foundation/api';
import { type Loose, useCollection } from '@consulting/foundation/records';
import { Library, type Row } from '@consulting/foundation/records/list';
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
          create: useLimitedKeys(),
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

// Nobody learns a key whose grant was refused, and it is revoked.
function useLimitedKeys() {
  const keys = useCollection<Row>('apiKeys');
  const grants = useCollection('grants');
  return async (draft: Loose, create: (body: Loose) => Promise<Row>) => {
    const { isUnlimited = false, clientIds = [], projectIds = [], ...body } = draft as Loose & Reach;
    const made = await create(body);
    const reach = { isUnlimited, clientIds, projectIds };
    if (!isChosen(reach)) return made;
    try {
      await grants.create({ subject: { kind: 'api-key', id: made.id }, ...reach }, newKey());
    } catch (error) {
      await keys.remove(made);
      throw error;
    }
    return made;
  };
}
