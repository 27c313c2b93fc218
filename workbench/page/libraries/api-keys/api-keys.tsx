import { CloseAction, Dialog } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useState } from 'react';
import { Library } from '../../records/list/library';

/** The API answers a key once, so it is displayed until the person closes it. */
export function ApiKeys() {
  const { libraries } = useMessages();
  const words = libraries.apiKeys;
  const [made, setMade] = useState<string | null>(null);
  return (
    <>
      <Library
        of="apiKeys"
        add={{ onSaved: ({ key }) => setMade(String(key)) }}
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
