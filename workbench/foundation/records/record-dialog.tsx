import { Button, Dialog, SubmitActions, useDraft } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAttemptKey } from '../api/idempotency';
import { ApiProblem, fieldMessages } from '../api/problem';
import { Form } from '../components/form';
import { ChangedMeanwhile } from './changed-meanwhile';
import { declared, displayedFields, type Loose, type RecordName, type Section, withDraft } from './fields';
import { SectionInputs } from './section-inputs';
import { useRecordWords } from './words';

/** Inputs of their own above or below the sections, with the names by which the API calls their faults. */
export interface Part {
  names: (displayed: Loose) => readonly string[];
  content: (displayed: Loose, change: (changes: Loose) => void) => ReactNode;
}

export interface RecordDialogProps<Seen extends object> {
  of: RecordName;
  title: string;
  record: Seen;
  initial?: Loose;
  sections?: readonly Section[];
  submit?: string;
  write: (draft: Loose, seen: Seen, attemptKey: string) => Promise<unknown>;
  onSaved?: () => void;
  readAgain?: () => Promise<Seen>;
  onClose: () => void;
  before?: Part | undefined;
  after?: Part | undefined;
}

const nothing: Loose = {};

/** Typed values survive every refusal and are laid over what others changed meanwhile. */
export function RecordDialog<Seen extends object>(props: RecordDialogProps<Seen>) {
  const { of, title, record, initial = nothing, submit, write, readAgain, onClose, before, after } = props;
  const sections = props.sections ?? declared(of).sections;
  const { shell, projects } = useMessages();
  const words = useRecordWords(of);
  const queries = useQueryClient();
  const attemptKeyOf = useAttemptKey();
  const id = 'id' in record ? record.id : 'new';
  const [draft, setDraft, typed] = useDraft(`${of} ${id} ${title}`, initial);
  const [seen, setSeen] = useState(record);
  const [former, setFormer] = useState<Seen | null>(null);
  const saving = useMutation({
    mutationFn: () => write(draft, seen, attemptKeyOf(draft)),
    onSuccess: () => {
      queries.invalidateQueries();
      onClose();
      props.onSaved?.();
    },
  });
  const again = useMutation({
    mutationFn: async () => readAgain?.(),
    onSuccess: (now) => {
      if (now === undefined) return;
      setFormer(seen);
      setSeen(now);
      saving.reset();
    },
  });
  const change = (changes: Loose) => setDraft((typed) => ({ ...typed, ...changes }));
  const set = (inside: string | undefined, name: string, value: unknown) =>
    setDraft((typed) =>
      withDraft(typed, inside === undefined ? { [name]: value } : { [inside]: { [name]: value } }),
    );
  const displayed = withDraft(seen, draft);
  const isBehind = saving.error instanceof ApiProblem && saving.error.status === 412;
  const names = [before, after].flatMap((part) => part?.names(displayed) ?? []);
  return (
    <Dialog title={title} isOpen onClose={onClose} form="wide" typed={typed}>
      <Form
        error={saving.error ?? again.error}
        fields={[...displayedFields(sections, displayed), ...names]}
        onSubmit={() => saving.mutate()}
      >
        {isBehind && readAgain && (
          <div>
            <Button onPress={() => again.mutate()}>{projects.form.takeNew}</Button>
          </div>
        )}
        {former && <ChangedMeanwhile {...{ sections, words, before: former, now: seen, draft }} />}
        {before?.content(displayed, change)}
        <SectionInputs
          sections={sections}
          words={words}
          record={displayed}
          faulty={Object.keys(fieldMessages(saving.error))}
          onChange={set}
        />
        {after?.content(displayed, change)}
        <SubmitActions submit={submit ?? shell.save} isPending={saving.isPending} />
      </Form>
    </Dialog>
  );
}
