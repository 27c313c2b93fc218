import { Badge, Button } from '@consulting/design/controls';
import { ChevronDown, ChevronRight, Undo2 } from '@consulting/design/icons';
import { useFormats, useMessages } from '@consulting/design/language';
import { ForWriters } from '@consulting/foundation/session';
import { type ReactNode, useState } from 'react';
import classes from './history.module.css';
import type { Operation } from './history-queries';

interface Props {
  operation: Operation;
  onUndo: (operation: Operation) => void;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}

export function OperationCard({ operation, onUndo, isOpenAtFirst = false, children }: Props) {
  const { history } = useMessages().takeoffTools;
  const formats = useFormats();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { operationId, kind, by, at, undoneBy, canUndo } = operation;
  const title = `${history.kinds[kind]}, ${formats.time(at)}`;
  return (
    <li className={classes.operation}>
      <div className={classes.head}>
        <h3 id={operationId}>{history.kinds[kind]}</h3>
        <time dateTime={at}>{formats.time(at)}</time>
        {undoneBy && <Badge tone="warning">{history.isUndone}</Badge>}
      </div>
      <p>
        {history.by({ name: by })} · <Counts operation={operation} />
      </p>
      <div className={classes.actions}>
        <Button
          kind="quiet"
          aria-expanded={isOpen}
          aria-label={`${history.changes}: ${title}`}
          onPress={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown /> : <ChevronRight />}
          {history.changes}
        </Button>
        {canUndo && (
          <ForWriters>
            <Button aria-label={`${history.undo}: ${title}`} onPress={() => onUndo(operation)}>
              <Undo2 />
              {history.undo}
            </Button>
          </ForWriters>
        )}
      </div>
      {isOpen && children}
    </li>
  );
}

function Counts({ operation: { counts } }: { operation: Operation }) {
  const { history } = useMessages().takeoffTools;
  const parts = [
    counts.created > 0 && history.created({ count: counts.created }),
    counts.updated > 0 && history.updated({ count: counts.updated }),
    counts.deleted > 0 && history.deleted({ count: counts.deleted }),
  ];
  return <span>{parts.filter(Boolean).join(', ') || history.nothing}</span>;
}
