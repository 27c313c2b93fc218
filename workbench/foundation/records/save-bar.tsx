import { Button } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { ApiProblem } from '../api';
import { ForWriters } from '../session';
import classes from './record.module.css';

interface Props {
  edits: { isTyped: boolean; clear: () => void; moveTo: (version: number) => void };
  saving: { isPending: boolean; error: unknown; reset: () => void };
  readAgain: () => Promise<{ data?: { version: number } | undefined }>;
}

const isBehind = (error: unknown): boolean => error instanceof ApiProblem && error.status === 412;

export function SaveBar({ edits, saving, readAgain }: Props) {
  const { shell, projects } = useMessages();
  const takeNew = async () => {
    const { data } = await readAgain();
    if (data) edits.moveTo(data.version);
    saving.reset();
  };
  return (
    <ForWriters>
      <div className={classes.save}>
        {isBehind(saving.error) && <Button onPress={takeNew}>{projects.form.takeNew}</Button>}
        {edits.isTyped && (
          <Button
            onPress={() => {
              saving.reset();
              edits.clear();
            }}
          >
            {shell.discard}
          </Button>
        )}
        <Button kind="primary" type="submit" isPending={saving.isPending} isDisabled={!edits.isTyped}>
          {shell.save}
        </Button>
      </div>
    </ForWriters>
  );
}
