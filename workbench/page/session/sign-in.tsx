import { type FormEvent, useState } from 'react';
import type { Credential } from '../api/client';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { TextField } from '../components/fields';
import { Notice } from '../components/notice';
import { ProblemNotice } from '../components/problem-notice';
import { useMessages } from '../language/language';

interface Props {
  onEnter: (credential: Credential) => void;
  wasIn: boolean;
}

export function SignIn({ onEnter, wasIn }: Props) {
  const { shell } = useMessages();
  const [key, setKey] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onEnter({ kind: 'key', key: key.trim() });
  };
  return (
    <Dialog title={shell.signIn.title} isOpen isDismissable={false} onClose={() => {}}>
      {wasIn && <Notice kind="warning" title={shell.signIn.again} />}
      <form onSubmit={submit}>
        <TextField
          label={shell.signIn.key}
          hint={shell.signIn.keyHint}
          type="password"
          autoComplete="off"
          value={key}
          onChange={setKey}
          autoFocus
        />
        <Button kind="primary" type="submit" isDisabled={key.trim() === ''}>
          {shell.signIn.enter}
        </Button>
      </form>
    </Dialog>
  );
}

SignIn.Failed = ({ error }: { error: unknown }) => <ProblemNotice error={error} />;
