import { useMutation } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem';
import { Button } from '../../components/button';
import { Dialog, DialogActions } from '../../components/dialog';
import { ProblemNotice } from '../../components/problem-notice';
import { useMessages } from '../../language/language';

interface Props {
  name: string;
  remove: () => Promise<unknown>;
  onRemoved: () => void;
  onClose: () => void;
  instead?: { label: string; remove: () => Promise<unknown> };
}

export function RemoveDialog({ name, remove, onRemoved, onClose, instead }: Props) {
  const { shell, libraries } = useMessages();
  const removal = useMutation({
    mutationFn: (how: () => Promise<unknown>) => how(),
    onSuccess: () => {
      onClose();
      onRemoved();
    },
  });
  const isBlocked = blockingOf(removal.error) !== undefined;
  return (
    <Dialog title={libraries.remove.title({ name })} isOpen onClose={onClose}>
      {removal.error ? (
        <ProblemNotice error={removal.error}>
          <BlockingRecords error={removal.error} />
        </ProblemNotice>
      ) : (
        <p>{libraries.remove.text}</p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{shell.cancel}</Button>
        {isBlocked && instead ? (
          <Button kind="danger" isPending={removal.isPending} onPress={() => removal.mutate(instead.remove)}>
            {instead.label}
          </Button>
        ) : (
          <Button kind="danger" isPending={removal.isPending} onPress={() => removal.mutate(remove)}>
            {shell.remove}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

const blockingOf = (error: unknown) => (error instanceof ApiProblem ? error.problem.blocking : undefined);

function BlockingRecords({ error }: { error: unknown }) {
  const { remove } = useMessages().libraries;
  const blocking = blockingOf(error);
  if (!blocking) return null;
  const { count, items } = blocking;
  return (
    <>
      <p>{remove.blocking({ count })}</p>
      <ul>
        {items.map(({ id, code, name }) => (
          <li key={id}>{[code, name].filter(Boolean).join(' ')}</li>
        ))}
        {count > items.length && <li>{remove.more({ count: count - items.length })}</li>}
      </ul>
    </>
  );
}
