import { Badge, Button } from '@consulting/design/controls';
import { Bookmark, ChevronDown } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import type { Project } from '@consulting/foundation/project';
import { Confirm } from '@consulting/foundation/records';
import { useSession } from '@consulting/foundation/session';
import { canBeCombined, type Field, type TakeoffView } from '@consulting/takeoff-lines';
import { useEffect, useState } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import type { Column } from '../lines/columns';
import { ColoursDialog } from './colours-dialog';
import type { NamedView } from './named-view';
import { NamingDialog } from './naming-dialog';
import { type Displayed, useCreateView, useDeleteView, useOpenView, useRenameView } from './use-view-writes';
import { type ViewAction, ViewActions } from './view-actions';
import { ViewList } from './view-list';
import classes from './views.module.css';
import { ZoomChoices } from './zoom-choices';

interface Props {
  project: Project;
  fields: readonly Field[];
  view: NamedView | null;
  isGone: boolean;
  displayed: TakeoffView;
  columns: readonly Column[];
  widths: Displayed['widths'];
  say: (text: string) => void;
}

export function ViewMenu({ project, fields, view, isGone, displayed, columns, widths, say }: Props) {
  const words = useMessages().takeoff.views;
  const { canWrite, canWriteCommon } = useSession();
  const opening = useOpenView();
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<ViewAction | null>(null);
  useRemarks(view, isGone, fields, say);
  const isChanged = view !== null && (opening.isChanged || widths.isChanged);
  const now: Displayed = { view: displayed, columns, widths };
  const open = (chosen: NamedView | null) => {
    setOpen(false);
    widths.reset();
    opening.open(chosen);
  };
  return (
    <>
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button className={classes.opener ?? ''}>
          <Bookmark />
          <span className="unseen">{words.label}</span>
          <span className={classes.name}>{view?.name ?? words.all}</span>
          {isChanged && <Badge tone="warning">{words.changed}</Badge>}
          <ChevronDown />
        </Button>
        <Popover className={classes.popover ?? ''} placement="bottom start">
          <Dialog aria-label={words.title} className={classes.menu ?? ''}>
            <ViewList projectId={project.id} view={view} onChoose={open} onClose={() => setOpen(false)} />
            <ViewActions
              {...{ view, isChanged, canWrite }}
              displayed={now}
              mayChange={view !== null && canWrite && (view.isOwn || canWriteCommon)}
              onReset={() => open(view)}
              onSaved={() => setOpen(false)}
              onDialog={(action) => {
                setOpen(false);
                setDialog(action);
              }}
            />
            <ZoomChoices />
          </Dialog>
        </Popover>
      </DialogTrigger>
      <ViewDialog {...{ dialog, project, view, fields }} displayed={now} onClose={() => setDialog(null)} />
    </>
  );
}

interface DialogProps {
  dialog: ViewAction | null;
  project: Project;
  view: NamedView | null;
  fields: readonly Field[];
  displayed: Displayed;
  onClose: () => void;
}

function ViewDialog({ dialog, view, ...props }: DialogProps) {
  if (dialog === 'create') return <CreateDialog {...props} from={view} />;
  if (view === null) return null;
  if (dialog === 'rename') return <RenameDialog view={view} onClose={props.onClose} />;
  if (dialog === 'colours')
    return (
      <ColoursDialog projectId={props.project.id} view={view} fields={props.fields} onClose={props.onClose} />
    );
  return dialog === 'delete' ? <DeleteDialog view={view} onClose={props.onClose} /> : null;
}

type CreateProps = Omit<DialogProps, 'dialog' | 'view' | 'fields'> & { from: NamedView | null };

function CreateDialog({ project, from, displayed, onClose }: CreateProps) {
  const words = useMessages().takeoff.views;
  const create = useCreateView(from, displayed, onClose);
  return <NamingDialog title={words.create} project={project} view={null} write={create} onClose={onClose} />;
}

interface ViewProps {
  view: NamedView;
  onClose: () => void;
}

function RenameDialog({ view, onClose }: ViewProps) {
  const words = useMessages().takeoff.views;
  const rename = useRenameView(view, onClose);
  return <NamingDialog title={words.rename} project={null} view={view} write={rename} onClose={onClose} />;
}

function DeleteDialog({ view, onClose }: ViewProps) {
  const { shell, takeoff } = useMessages();
  const { title, own, shared } = takeoff.views.remove;
  const question = view.isShared ? shared : own;
  return (
    <Confirm
      title={title({ name: view.name })}
      question={question}
      submit={shell.remove}
      {...useDeleteView(view)}
      onClose={onClose}
    />
  );
}

function useRemarks(
  view: NamedView | null,
  isGone: boolean,
  fields: readonly Field[],
  say: (text: string) => void,
): void {
  const words = useMessages().takeoff.views;
  const ignored = (view?.ignored ?? []).map((key) => fields.find((field) => field.key === key)?.label ?? key);
  const tooDeep = (view?.colourRules ?? []).filter(({ filters }) => !canBeCombined(filters)).length;
  const remark = isGone
    ? words.gone
    : ignored.length > 0
      ? words.ignored({ fields: ignored.join(', ') })
      : tooDeep > 0
        ? words.colours.leftOut({ count: tooDeep })
        : '';
  useEffect(() => {
    if (remark) say(remark);
  }, [remark, say]);
}
