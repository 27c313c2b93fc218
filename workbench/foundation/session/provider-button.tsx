import { Button, Notice } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Credential } from '../api/client';
import type { Login } from './settings';

class WindowBlocked extends Error {}

interface Props {
  login: Login;
  place: 'page' | 'window';
  onEnter: (credential: Credential) => void;
}

export function ProviderButton({ login, place, onEnter }: Props) {
  const { shell } = useMessages();
  const attempt = useRef<AbortController>(null);
  const entry = useMutation({
    mutationFn: () => {
      attempt.current?.abort();
      attempt.current = new AbortController();
      return place === 'page' ? leaveForProvider(login) : askInWindow(login, attempt.current.signal);
    },
    onSuccess: (credential) => credential && onEnter(credential),
  });
  const { error } = entry;
  return (
    <>
      {error && (
        <Notice
          kind="danger"
          title={error instanceof WindowBlocked ? shell.signIn.windowBlocked : shell.signIn.notFinished}
        />
      )}
      <Button kind="primary" onPress={() => entry.mutate()}>
        {shell.signIn.provider}
      </Button>
    </>
  );
}

async function leaveForProvider(login: Login): Promise<null> {
  const { beginLogin } = await import('./provider-login');
  const { pathname, search } = window.location;
  window.location.assign(await beginLogin(login, 'page', pathname + search));
  return null;
}

/** The window is opened first, because a browser allows it only as part of the press. */
async function askInWindow(login: Login, signal: AbortSignal): Promise<Credential> {
  const opened = window.open('', 'signed-in', 'popup,width=520,height=680');
  if (!opened) throw new WindowBlocked('The browser opened no window.');
  const [{ beginLogin, finishLogin, takeBegun }, { returnOfWindow }] = await Promise.all([
    import('./provider-login'),
    import('./return'),
  ]);
  opened.location.href = await beginLogin(login, 'window', '');
  const returned = await returnOfWindow(signal);
  const begun = takeBegun();
  if (!begun) throw new Error('No login was begun in this tab.');
  return { kind: 'token', token: await finishLogin(login, begun, returned) };
}
