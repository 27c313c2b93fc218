import { Button, Dialog, Notice, TextField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Credential, createCaller } from '../api/client';
import { ApiProblem } from '../api/problem';
import { Form } from '../components/form';
import { Loaded } from '../components/view';
import { Entrance } from './entrance';
import { readMe } from './me';
import { ProviderButton } from './provider-button';
import { useWaysIn } from './settings';
import classes from './sign-in.module.css';

interface Props {
  onEnter: (credential: Credential) => void;
}

interface PageProps extends Props {
  hasEnded: boolean;
  loginError: unknown;
}

export function SignInPage({ onEnter, hasEnded, loginError }: PageProps) {
  const { shell } = useMessages();
  return (
    <Entrance title={shell.signIn.title}>
      {hasEnded && <Notice kind="warning" title={shell.signIn.ended} />}
      {loginError !== null && <Notice kind="danger" title={shell.signIn.notFinished} />}
      <Ways onEnter={onEnter} place="page" />
    </Entrance>
  );
}

export function SignInAgain({ onEnter }: Props) {
  const { shell } = useMessages();
  return (
    <Dialog title={shell.signIn.title} isOpen isDismissable={false} onClose={() => {}}>
      <Notice kind="warning" title={shell.signIn.again} />
      <Ways onEnter={onEnter} place="window" />
    </Dialog>
  );
}

interface OfflineProps {
  // Whether what was seen on this device was seen with this credential.
  onEnter: (credential: Credential) => Promise<boolean>;
  onRetry: () => void;
}

export function SignInOffline({ onEnter, onRetry }: OfflineProps) {
  const { shell } = useMessages();
  const [key, setKey] = useState('');
  const entry = useMutation({ mutationFn: () => onEnter({ kind: 'key', key: key.trim() }) });
  return (
    <Entrance title={shell.offline.title}>
      <Notice kind="warning" title={shell.offline.signIn}>
        <Button onPress={onRetry}>{shell.again}</Button>
      </Notice>
      <Form error={entry.error} fields={[]} onSubmit={() => entry.mutate()}>
        <TextField
          label={shell.signIn.key}
          fault={entry.data === false ? shell.offline.notSeen : undefined}
          type="password"
          autoComplete="off"
          value={key}
          onChange={(typed) => {
            setKey(typed);
            entry.reset();
          }}
        />
        <Button kind="primary" type="submit" isDisabled={key.trim() === ''} isPending={entry.isPending}>
          {shell.offline.open}
        </Button>
      </Form>
    </Entrance>
  );
}

function Ways({ onEnter, place }: Props & { place: 'page' | 'window' }) {
  const { shell } = useMessages();
  return (
    <Loaded query={useWaysIn()}>
      {({ login, hasApiKeys }) => (
        <div className={classes.ways}>
          {login && <ProviderButton login={login} place={place} onEnter={onEnter} />}
          {login && hasApiKeys && <p className={classes.or}>{shell.signIn.or}</p>}
          {hasApiKeys && <KeyForm onEnter={onEnter} isSecond={login !== null} />}
          {!login && !hasApiKeys && <Notice kind="warning" title={shell.signIn.noWay} />}
        </div>
      )}
    </Loaded>
  );
}

function KeyForm({ onEnter, isSecond }: Props & { isSecond: boolean }) {
  const { shell } = useMessages();
  const [key, setKey] = useState('');
  const entry = useMutation({
    mutationFn: (credential: Credential) => readMe(createCaller(() => credential).api),
    onSuccess: (_, credential) => onEnter(credential),
  });
  const isWrong = entry.error instanceof ApiProblem && entry.error.status === 401;
  return (
    <Form
      error={isWrong ? null : entry.error}
      fields={[]}
      onSubmit={() => entry.mutate({ kind: 'key', key: key.trim() })}
    >
      <TextField
        label={shell.signIn.key}
        hint={shell.signIn.keyHint}
        fault={isWrong ? shell.signIn.refused : undefined}
        type="password"
        autoComplete="off"
        value={key}
        onChange={(typed) => {
          setKey(typed);
          entry.reset();
        }}
        autoFocus={!isSecond}
      />
      <Button
        kind={isSecond ? 'plain' : 'primary'}
        type="submit"
        isDisabled={key.trim() === ''}
        isPending={entry.isPending}
      >
        {shell.signIn.enter}
      </Button>
    </Form>
  );
}
