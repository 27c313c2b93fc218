import {
  CheckField,
  Dialog,
  SelectField,
  SubmitActions,
  TextField,
  useDraft,
} from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Form } from '@consulting/foundation/components';
import type { Project } from '@consulting/foundation/project';
import { useSession } from '@consulting/foundation/session';
import type { NamedView } from './named-view';
import type { Naming } from './use-view-writes';

interface Props {
  title: string;
  // Whom a view is for is chosen when it is made, and stays.
  project: Project | null;
  view: NamedView | null;
  write: { mutate: (naming: Naming) => void; error: unknown; isPending: boolean };
  onClose: () => void;
}

type Scope = 'project' | 'client' | 'all';

const scopeOf = (view: NamedView | null): Scope => {
  if (view === null || view.projectId !== null) return 'project';
  return view.clientId === null ? 'all' : 'client';
};

const nameLengthMax = 80;

export function NamingDialog({ title, project, view, write, onClose }: Props) {
  const { shell, takeoff } = useMessages();
  const words = takeoff.views;
  const { canWriteCommon } = useSession();
  const [draft, setDraft, typed] = useDraft('view', {
    name: view?.name ?? '',
    isShared: view?.isShared ?? false,
    scope: scopeOf(view),
  });
  const { name, isShared, scope } = draft;
  // A shared view of all projects is a library, and these are for who sees everything.
  const mayShare = scope !== 'all' || canWriteCommon;
  const submit = () =>
    write.mutate({
      name,
      isShared: isShared && mayShare,
      projectId: scope === 'project' ? (project?.id ?? null) : null,
      clientId: scope === 'client' ? (project?.clientId ?? null) : null,
    });
  return (
    <Dialog title={title} isOpen onClose={onClose} typed={typed}>
      <Form error={write.error} fields={['name']} onSubmit={submit}>
        <TextField
          name="name"
          label={words.name}
          value={name}
          maxLength={nameLengthMax}
          isRequired
          autoFocus
          onChange={(text) => setDraft((current) => ({ ...current, name: text }))}
        />
        {project && (
          <SelectField
            label={words.scope}
            choices={(['project', 'client', 'all'] as const).map((id) => ({ id, label: words.scopes[id] }))}
            value={scope}
            onChange={(id) => setDraft((current) => ({ ...current, scope: id as Scope }))}
          />
        )}
        <CheckField
          isSelected={isShared && mayShare}
          isDisabled={!mayShare}
          onChange={(on) => setDraft((current) => ({ ...current, isShared: on }))}
        >
          {words.share}
        </CheckField>
        <SubmitActions submit={shell.save} isPending={write.isPending} isDisabled={name.trim() === ''} />
      </Form>
    </Dialog>
  );
}
