import { Dialog, SubmitActions, Terms, TextField, useDraft } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { Form } from '@consulting/foundation/components';
import { useSession } from '@consulting/foundation/session';
import { useMutation } from '@tanstack/react-query';
import { CompletenessTable } from '../completeness/completeness-table';
import classes from './home.module.css';
import type { EstimationService, Version } from './service-data';

interface Props {
  service: EstimationService;
  version: Version;
  name: string;
  former: string | undefined;
  act: (approvalComment: string | null) => Promise<unknown>;
  onClose: () => void;
}

export function ApproveVersion({ service, version, name, former, act, onClose }: Props) {
  const { projects, figures } = useMessages();
  const { projectId, serviceId } = service;
  const isDraft = version.status === 'draft';
  return (
    <ApprovalForm
      title={projects.versions.move({ move: projects.versions.moves.approve, name })}
      submit={projects.versions.moves.approve}
      act={act}
      onClose={onClose}
    >
      <VersionTotals version={version} />
      <h3>{figures.completeness.title}</h3>
      <CompletenessTable scope={{ projectId, serviceId, estimationId: isDraft ? undefined : version.id }} />
      {former !== undefined && <p>{projects.versions.willSupersede({ name: former })}</p>}
      <People version={version} />
    </ApprovalForm>
  );
}

export function WithdrawApproval({ name, act, onClose }: Pick<Props, 'name' | 'act' | 'onClose'>) {
  const { projects } = useMessages();
  return (
    <ApprovalForm
      title={projects.versions.move({ move: projects.versions.moves.revoke, name })}
      submit={projects.versions.moves.revoke}
      isCommentRequired
      act={act}
      onClose={onClose}
    >
      <p>{projects.versions.revokeQuestion}</p>
    </ApprovalForm>
  );
}

interface FormProps extends Pick<Props, 'act' | 'onClose'> {
  title: string;
  submit: string;
  isCommentRequired?: boolean;
  children: React.ReactNode;
}

function ApprovalForm({ title, submit, isCommentRequired = false, act, onClose, children }: FormProps) {
  const { projects } = useMessages();
  const [comment, setComment, typed] = useDraft(title, '');
  const acting = useMutation({ mutationFn: () => act(comment.trim() || null), onSuccess: onClose });
  const isMissing = isCommentRequired && comment.trim() === '';
  return (
    <Dialog title={title} form="wide" isOpen onClose={onClose} typed={typed}>
      <Form error={acting.error} fields={['approvalComment']} onSubmit={() => acting.mutate()}>
        {children}
        <TextField
          label={projects.fields.approvalComment}
          name="approvalComment"
          value={comment}
          onChange={setComment}
          isMultiline
        />
        <SubmitActions submit={submit} isPending={acting.isPending} isDisabled={isMissing} />
      </Form>
    </Dialog>
  );
}

const totals = ['lineTotal', 'escalation', 'contingency', 'managementReserve', 'grandTotal'] as const;

function VersionTotals({ version }: { version: Version }) {
  const { projects } = useMessages();
  const { money } = useFormats();
  const { lineTotal, escalation, contingency, reserve, grandTotal } = projects.versions;
  const labels = { lineTotal, escalation, contingency, managementReserve: reserve, grandTotal };
  if (version.totals === null) return <p>{projects.list.noFigures}</p>;
  return (
    <Terms
      className={classes.tiles}
      terms={totals.map((key) => ({
        label: labels[key],
        value: money(version.totals?.[key] ?? 0, version.currency),
        className: classes.tile,
      }))}
    />
  );
}

function People({ version: { preparedBy, submittedBy, approver } }: { version: Version }) {
  const { projects } = useMessages();
  const { named } = useFormats();
  const { me } = useSession();
  const people = [
    [projects.fields.preparedBy, preparedBy],
    [projects.fields.submittedBy, submittedBy],
    [projects.fields.approver, approver],
    [projects.versions.approvedAs, me.name],
  ] as const;
  return (
    <ul>{people.map(([label, person]) => (person ? <li key={label}>{named(label, person)}</li> : null))}</ul>
  );
}
