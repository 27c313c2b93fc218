import { Button } from '@consulting/design/controls';
import { Check, Palette, Pencil, Plus, Trash2, Undo2 } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { ProblemNotice } from '@consulting/foundation/components';
import type { NamedView } from './named-view';
import { type Displayed, useSaveView } from './use-view-writes';
import classes from './views.module.css';

export type ViewAction = 'create' | 'rename' | 'colours' | 'delete';

interface Props {
  view: NamedView | null;
  displayed: Displayed;
  isChanged: boolean;
  canWrite: boolean;
  mayChange: boolean;
  onReset: () => void;
  onSaved: () => void;
  onDialog: (action: ViewAction) => void;
}

export function ViewActions(props: Props) {
  const { view, displayed, isChanged, canWrite, mayChange, onReset, onSaved, onDialog } = props;
  const { takeoff } = useMessages();
  const words = takeoff.views;
  if (!canWrite && !isChanged) return null;
  return (
    <div className={classes.actions}>
      {view && isChanged && mayChange && <SaveButton {...{ view, displayed, onSaved }} />}
      {isChanged && (
        <Button kind="quiet" onPress={onReset}>
          <Undo2 />
          {words.reset}
        </Button>
      )}
      {canWrite && (
        <Button kind="quiet" onPress={() => onDialog('create')}>
          <Plus />
          {words.saveAs}
        </Button>
      )}
      {mayChange && (
        <>
          <Button kind="quiet" onPress={() => onDialog('rename')}>
            <Pencil />
            {words.rename}
          </Button>
          <Button kind="quiet" onPress={() => onDialog('colours')}>
            <Palette />
            {words.colours.action}
          </Button>
          <Button kind="quiet" onPress={() => onDialog('delete')}>
            <Trash2 />
            {words.remove.action}
          </Button>
        </>
      )}
    </div>
  );
}

function SaveButton({
  view,
  displayed,
  onSaved,
}: { view: NamedView } & Pick<Props, 'displayed' | 'onSaved'>) {
  const words = useMessages().takeoff.views;
  const saving = useSaveView(view, displayed, onSaved);
  return (
    <>
      {saving.error ? <ProblemNotice error={saving.error} /> : null}
      <Button kind="quiet" isPending={saving.isPending} onPress={() => saving.mutate()}>
        <Check />
        {words.save}
      </Button>
    </>
  );
}
