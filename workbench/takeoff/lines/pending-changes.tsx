import { Button, DiscardQuestion, Notice, useLeaveGuard } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { ApiProblem } from '@consulting/foundation/api';
import { ProblemNotice } from '@consulting/foundation/components';
import { useState } from 'react';
import type { CellText } from './cell-text';
import { cellCount, contestedKeys, type Pending } from './changes';
import type { Column } from './columns';
import classes from './lines.module.css';
import type { Lines } from './use-lines';
import type { Writes } from './use-writes';

interface Props {
  writes: Writes;
  columns: readonly Column[];
  cellText: CellText;
  lines: Lines;
  goTo: (row: number, key: string) => void;
}

const listed = 20;

export function PendingChanges({ writes, ...props }: Props) {
  const { shell, takeoff } = useMessages();
  const { locked } = writes;
  const [isAsking, setAsking] = useState(false);
  useLeaveGuard(locked !== null, () => setAsking(true));
  if (!locked) return null;
  const { held: words } = takeoff;
  const remarks = remarksOf(locked, props.columns, props.cellText);
  const isContested = locked.theirs.size > 0;
  const actions = (
    <div className={classes.actions}>
      <Button onPress={writes.discard}>{words.discard}</Button>
      {isContested && <Button onPress={writes.takeTheirs}>{words.takeTheirs}</Button>}
      <Button kind="primary" onPress={writes.again}>
        {isContested ? words.storeMine : shell.again}
      </Button>
      {isAsking && <DiscardQuestion onStay={() => setAsking(false)} onDiscard={writes.discard} />}
    </div>
  );
  if (remarks.length === 0)
    return (
      <ProblemNotice error={locked.error}>
        <p>{words.kept({ count: cellCount(locked.batch) })}</p>
        {actions}
      </ProblemNotice>
    );
  const others = isContested && locked.error instanceof ApiProblem ? locked.error.problem.changes : undefined;
  const people = [...new Set(others?.map(({ updatedBy }) => updatedBy))].join(', ');
  const count = remarks.length;
  const contested = people === '' ? words.contestedBySomeone({ count }) : words.contested({ count, people });
  return (
    <Notice
      kind={isContested ? 'warning' : 'danger'}
      title={isContested ? contested : words.refused({ count })}
    >
      <Remarks remarks={remarks} {...props} />
      {actions}
    </Notice>
  );
}

interface Remark {
  lineId: string;
  name: string;
  key: string;
  label: string;
  text: string;
  message: string | null;
  theirs: string | null;
}

function remarksOf(
  { batch, faults, theirs }: Pending,
  columns: readonly Column[],
  cellText: CellText,
): Remark[] {
  const columnByKey = new Map(columns.map((column) => [column.key, column]));
  return [...batch.lines].flatMap(([lineId, change]) => {
    const other = theirs.get(lineId);
    const contested = other ? contestedKeys(change, other) : [];
    const { itemCode, itemNumber, description } = change.seen.values;
    const remark = (key: string, message: string | null): Remark => {
      const column = columnByKey.get(key);
      return {
        lineId,
        key,
        message,
        name: String(itemCode ?? itemNumber ?? description ?? ''),
        label: column?.label ?? key,
        text: change.cells.get(key)?.text ?? '',
        theirs: message === null && other && column ? cellText.displayed(other.values[key], column) : null,
      };
    };
    return [
      ...Object.entries(faults.get(lineId) ?? {}).map(([key, message]) => remark(key, message)),
      ...contested.map((key) => remark(key, null)),
    ];
  });
}

function Remarks({ remarks, lines, goTo }: Pick<Props, 'lines' | 'goTo'> & { remarks: readonly Remark[] }) {
  const { takeoff } = useMessages();
  const { held: words } = takeoff;
  return (
    <ul className={classes.remarks}>
      {remarks.slice(0, listed).map(({ lineId, name, key, label, text, message, theirs }) => {
        const row = lines.rowOf(lineId);
        const number = (row ?? 0) + 1;
        const place = name === '' ? words.row({ row: number }) : words.namedRow({ row: number, name });
        const where = row === undefined ? name : place;
        return (
          <li key={`${lineId} ${key}`}>
            {row === undefined ? (
              where
            ) : (
              <Button kind="quiet" onPress={() => goTo(row, key)}>
                {where}
              </Button>
            )}{' '}
            <strong>{label}</strong> {message ?? words.both({ mine: text, theirs: theirs ?? '' })}
          </li>
        );
      })}
      {remarks.length > listed && <li>{words.more({ count: remarks.length - listed })}</li>}
    </ul>
  );
}
