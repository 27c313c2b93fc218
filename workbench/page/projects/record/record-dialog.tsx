import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiProblem, fieldMessages } from '../../api/problem';
import { Button } from '../../components/button';
import { Dialog, DialogActions } from '../../components/dialog';
import { Form } from '../../components/form';
import { useMessages } from '../../language/language';
import { ChangedMeanwhile } from './changed-meanwhile';
import { type Loose, type Section, shownFields, withDraft } from './field-specs';
import { RecordSections } from './record-sections';

interface Props<R extends object, D extends object> {
  title: string;
  record: R;
  initial: D;
  sections: readonly Section[];
  submit: string;
  write: (draft: D, seen: R) => Promise<unknown>;
  readAgain?: () => Promise<R>;
  onClose: () => void;
  form?: 'dialog' | 'wide';
  lead?: (shown: Loose, change: (name: string, value: unknown) => void) => ReactNode;
  leadFields?: (shown: Loose) => readonly string[];
}

/** Typed values survive every refusal and are laid over what others changed meanwhile. */
export function RecordDialog<R extends object, D extends object>(props: Props<R, D>) {
  const {
    title,
    record,
    initial,
    sections,
    submit,
    write,
    readAgain,
    onClose,
    form = 'wide',
    lead,
    leadFields,
  } = props;
  const { shell } = useMessages();
  const [draft, setDraft] = useState(initial);
  const [seen, setSeen] = useState(record);
  const [before, setBefore] = useState<R | null>(null);
  const saving = useMutation({ mutationFn: () => write(draft, seen), onSuccess: onClose });
  const again = useMutation({
    mutationFn: async () => readAgain?.(),
    onSuccess: (now) => {
      if (now === undefined) return;
      setBefore(seen);
      setSeen(now);
      saving.reset();
    },
  });
  const change = (inside: string | undefined, name: string, value: unknown) =>
    setDraft((typed) => ({
      ...typed,
      ...(inside === undefined
        ? { [name]: value }
        : { [inside]: { ...Reflect.get(typed, inside), [name]: value } }),
    }));
  const shown = withDraft(seen, draft);
  const isBehind = saving.error instanceof ApiProblem && saving.error.status === 412;
  return (
    <Dialog title={title} isOpen onClose={onClose} form={form}>
      <Form
        error={saving.error ?? again.error}
        fields={[...shownFields(sections, shown), ...(leadFields?.(shown) ?? [])]}
        onSubmit={() => saving.mutate()}
      >
        {isBehind && readAgain && <ChangedMeanwhile.Ask onPress={() => again.mutate()} />}
        {before && <ChangedMeanwhile sections={sections} before={before} now={seen} draft={draft} />}
        {lead?.(shown, (name, value) => change(undefined, name, value))}
        <RecordSections
          sections={sections}
          record={shown}
          faulty={Object.keys(fieldMessages(saving.error))}
          onChange={change}
        />
        <DialogActions>
          <Button onPress={onClose}>{shell.cancel}</Button>
          <Button kind="primary" type="submit" isPending={saving.isPending}>
            {submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
