import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button';
import { Dialog, DialogActions } from '../../components/dialog';
import { Form } from '../../components/form';
import { useMessages } from '../../language/language';
import { useAttemptKey } from './attempt-key';
import type { FieldGroup, FieldValue } from './field';
import { FieldInput } from './field-input';
import classes from './record.module.css';

export interface RecordDialogProps<Body extends object> {
  title: string;
  groups: readonly FieldGroup<keyof Body & string>[];
  labels: Readonly<Record<string, string>>;
  initial: Body;
  save: (body: Body, attemptKey: string) => Promise<unknown>;
  onSaved: () => void;
  onClose: () => void;
  before?: Part<Body>;
  after?: Part<Body>;
}

interface Part<Body> {
  names: (body: Body) => readonly string[];
  content: (body: Body, change: (changes: Partial<Body>) => void) => ReactNode;
}

export function RecordDialog<Body extends object>(props: RecordDialogProps<Body>) {
  const { title, groups, labels, initial, save, onSaved, onClose, before, after } = props;
  const { shell } = useMessages();
  const [body, setBody] = useState(initial);
  const attemptKeyOf = useAttemptKey();
  const saving = useMutation({
    mutationFn: () => save(body, attemptKeyOf(body)),
    onSuccess: () => {
      onClose();
      onSaved();
    },
  });
  const change = (changes: Partial<Body>) => setBody((present) => ({ ...present, ...changes }));
  const names = [
    ...groups.flatMap(({ fields }) => fields.map(({ key }) => key as string)),
    ...(before?.names(body) ?? []),
    ...(after?.names(body) ?? []),
  ];
  return (
    <Dialog title={title} isOpen form="wide" onClose={onClose}>
      <Form error={saving.error} fields={names} onSubmit={() => saving.mutate()}>
        {before?.content(body, change)}
        {groups.map((group) => (
          <fieldset key={group.title} className={classes.group}>
            <legend>{group.title}</legend>
            {group.fields.map((field) => (
              <FieldInput
                key={field.key}
                field={field}
                label={labels[field.key] ?? field.key}
                value={valueOf(body[field.key])}
                onChange={(value) => setBody((present) => ({ ...present, [field.key]: value }))}
              />
            ))}
          </fieldset>
        ))}
        {after?.content(body, change)}
        <DialogActions>
          <Button onPress={onClose}>{shell.cancel}</Button>
          <Button kind="primary" type="submit" isPending={saving.isPending}>
            {shell.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function valueOf(value: unknown): FieldValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.map(String) : null;
}
