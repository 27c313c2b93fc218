import { Button, DialogActions, Notice } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { UndoPanel } from '@consulting/takeoff-lines';
import { useState } from 'react';
import type { Done } from './bulk-queries';

interface Props {
  done: Done;
  words: (done: Done) => string;
  onClose: () => void;
}

export function DoneEditing({ done, words, onClose }: Props) {
  const { shell, takeoffTools } = useMessages();
  const { bulk, history } = takeoffTools;
  const { operation } = done;
  const [isUndoing, setUndoing] = useState(false);
  if (isUndoing && operation) return <UndoPanel operationId={operation.operationId} />;
  return (
    <>
      <Notice kind="success" title={words(done)}>
        <p>{bulk.inHistory}</p>
      </Notice>
      <DialogActions>
        {operation?.canUndo && <Button onPress={() => setUndoing(true)}>{history.undo}</Button>}
        <Button kind="primary" onPress={onClose} autoFocus>
          {shell.close}
        </Button>
      </DialogActions>
    </>
  );
}
