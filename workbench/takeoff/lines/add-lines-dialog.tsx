import { Button, CancelButton, Dialog, DialogActions } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { ApiProblem } from '@consulting/foundation/api';
import { ProblemNotice } from '@consulting/foundation/components';
import type { Field } from '@consulting/takeoff-lines';
import classes from './lines.module.css';
import type { AddedLines } from './use-added-lines';

const listed = 20;

export function AddLinesDialog({ added, fields }: { added: AddedLines; fields: readonly Field[] }) {
  const words = useMessages().takeoff.adding;
  const { waiting, error, isPending, again, cancel } = added;
  if (!waiting) return null;
  const count = waiting.items.length;
  const labels = new Map(fields.map(({ key, label }) => [key, label]));
  const faults = error instanceof ApiProblem ? (error.problem.errors ?? []) : [];
  const placed = faults.map(({ field }) => field);
  return (
    <Dialog title={words.title({ count })} isOpen onClose={cancel}>
      <p>{words.hint}</p>
      {error ? (
        <ProblemNotice error={error} fieldsDisplayed={placed}>
          <ul className={classes.remarks}>
            {faults.slice(0, listed).map(({ index, field, message }) => (
              <li key={`${index} ${field}`}>
                {words.row({ row: (index ?? 0) + 1 })} <strong>{labels.get(field) ?? field}</strong> {message}
              </li>
            ))}
          </ul>
        </ProblemNotice>
      ) : null}
      <DialogActions>
        <CancelButton />
        <Button kind="primary" isPending={isPending} onPress={again} autoFocus>
          {words.add({ count })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
