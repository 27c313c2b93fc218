import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { type Api, answered, type Caller, CallerContext, type Credential, createCaller } from '../api/client';
import { ApiProblem } from '../api/problem';
import { forgetCredential, keepCredential, keptCredential } from './kept-credential';
import { SignIn } from './sign-in';

const readMe = (api: Api) => answered(api.GET('/api/v1/me'));

export type Me = Awaited<ReturnType<typeof readMe>>;

interface Session {
  me: Me;
  /** Readers see everything and are offered nothing that writes. */
  canWrite: boolean;
  leave: () => void;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no session here.');
  return session;
}

/** What is shown to those alone who may write. */
export const ForWriters = ({ children }: { children: ReactNode }) =>
  useSession().canWrite ? children : null;

/**
 * Asks who the caller is and lets in whoever the API lets in. When it refuses a credential later, it asks for another one above
 * the page, which keeps everything that was typed.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [credential, setCredential] = useState(keptCredential);
  const [isRefused, setRefused] = useState(false);
  const refused = useCallback(() => setRefused(true), []);
  const caller: Caller = useMemo(() => createCaller(credential, refused), [credential, refused]);
  const me = useQuery({ queryKey: ['me', credential], queryFn: () => readMe(caller.api), staleTime: 60_000 });
  const enter = (other: Credential) => {
    keepCredential(other);
    setRefused(false);
    setCredential(other);
    queries.invalidateQueries();
  };
  const leave = useCallback(() => {
    forgetCredential();
    setRefused(false);
    queries.clear();
    setCredential({ kind: 'none' });
  }, [queries]);
  const [known, setKnown] = useState<Me>();
  if (me.data && me.data !== known) setKnown(me.data);
  const session = useMemo(
    () => (known ? { me: known, canWrite: known.role === 'Contributor', leave } : null),
    [known, leave],
  );
  const isOut = isRefused || (me.error instanceof ApiProblem && me.error.status === 401);
  return (
    <CallerContext value={caller}>
      {session && <SessionContext value={session}>{children}</SessionContext>}
      {isOut && <SignIn onEnter={enter} wasIn={credential.kind !== 'none'} />}
      {me.error && !isOut && <SignIn.Failed error={me.error} />}
    </CallerContext>
  );
}
