import { Unavailable } from '@consulting/design/controls';
import { useLanguage, useMessages } from '@consulting/design/language';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { CallerContext, type Credential, createCaller } from '../api/client';
import { connectionBannerId, useIsConnectionLost } from '../api/connection';
import { ApiProblem, ConnectionLost } from '../api/problem';
import { forgetSeen, hasSeen, restoreSeen, storeSeen } from '../offline';
import { EntranceFailed } from './entrance';
import { type Me, readMe } from './me';
import { SignInAgain, SignInOffline, SignInPage } from './sign-in';
import { forgetCredential, keepCredential, storedCredential } from './stored-credential';

interface Session {
  me: Me;
  canWrite: boolean;
  // Libraries, new clients, API keys and grants.
  canWriteCommon: boolean;
  // The client itself, its new projects and its import profiles.
  canWriteClient: (clientId: unknown) => boolean;
  canWriteClients: boolean;
  leave: () => void;
}

const SessionContext = createContext<Session | null>(null);

function sessionOf(me: Me, leave: () => void): Session {
  const canWrite = me.role === 'Contributor';
  const canWriteCommon = canWrite && !me.isLimited;
  const own = canWrite ? (me.clientIds ?? []) : [];
  return {
    ...{ me, canWrite, canWriteCommon, leave },
    canWriteClient: (clientId) => canWriteCommon || own.some((id) => id === clientId),
    canWriteClients: canWriteCommon || own.length > 0,
  };
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no session here.');
  return session;
}

export const ForWriters = ({ children }: { children: ReactNode }) =>
  useSession().canWrite ? <NeedsNetwork>{children}</NeedsNetwork> : null;

// A change that is sent into a lost connection is refused, so that its buttons wait for it.
export function NeedsNetwork({ children }: { children: ReactNode }) {
  const reason = useMessages().shell.offline.changes;
  const isLost = useIsConnectionLost();
  return <Unavailable value={isLost ? { reason, saidBy: connectionBannerId } : null}>{children}</Unavailable>;
}

// A limited caller reads the libraries, which are common to all clients.
export function CommonRecords({ areCommon, children }: { areCommon: boolean; children: ReactNode }) {
  const session = useSession();
  const common = useMemo(
    () => (areCommon ? { ...session, canWrite: session.canWriteCommon } : session),
    [session, areCommon],
  );
  return <SessionContext value={common}>{children}</SessionContext>;
}

// What the service says in words is read again in the language that is chosen.
function useAnswersInLanguage(): void {
  const queries = useQueryClient();
  const { language } = useLanguage();
  const answered = useRef(language);
  useEffect(() => {
    if (answered.current === language) return;
    answered.current = language;
    queries.invalidateQueries();
  }, [language, queries]);
}

// A credential that is refused later is asked for above the page, which stays with everything that was typed.
export function SessionGate({ loginError, children }: { loginError: unknown; children: ReactNode }) {
  const queries = useQueryClient();
  useAnswersInLanguage();
  const [visit, setVisit] = useState(1);
  const [isRefused, setRefused] = useState(false);
  const [entries, setEntries] = useState(0);
  const caller = useMemo(() => {
    const refuse = () => {
      setRefused(true);
      if (storedCredential().kind !== 'none') void forgetSeen();
    };
    return createCaller(storedCredential, refuse);
  }, []);
  const me = useQuery({ queryKey: ['me', visit], queryFn: () => readMe(caller.api), staleTime: 60_000 });
  const enter = (credential: Credential) => {
    keepCredential(credential);
    setRefused(false);
    setEntries((before) => before + 1);
    queries.removeQueries({ type: 'inactive' });
    queries.invalidateQueries();
  };
  const restore = useCallback(
    async (credential: Credential) => {
      if (!(await restoreSeen(queries, credential))) return false;
      const seen = queries.getQueriesData<Me>({ queryKey: ['me'] }).find(([, data]) => data)?.[1];
      if (seen) queries.setQueryData(['me', visit], seen);
      return seen !== undefined;
    },
    [queries, visit],
  );
  const leave = useCallback(() => {
    forgetCredential();
    void forgetSeen();
    setRefused(false);
    setVisit((before) => before + 1);
    queries.clear();
  }, [queries]);
  const isUnreached = me.data === undefined && me.failureReason instanceof ConnectionLost;
  useEffect(() => {
    if (isUnreached) void restore(storedCredential());
  }, [isUnreached, restore]);
  const isIn = me.data !== undefined && !isRefused;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry is another credential.
  useEffect(
    () => (isIn ? storeSeen(queries, storedCredential()) : undefined),
    [queries, isIn, visit, entries],
  );
  const session = useMemo(() => me.data && sessionOf(me.data, leave), [me.data, leave]);
  if (session)
    return (
      <CallerContext value={caller}>
        <SessionContext value={session}>{children}</SessionContext>
        {isRefused && <SignInAgain onEnter={enter} />}
      </CallerContext>
    );
  if (me.error instanceof ApiProblem && me.error.status === 401)
    return (
      <SignInPage onEnter={enter} hasEnded={storedCredential().kind !== 'none'} loginError={loginError} />
    );
  if (isUnreached && me.error && storedCredential().kind === 'none' && hasSeen())
    return (
      <SignInOffline
        onEnter={async (credential) => {
          const isOwner = await restore(credential);
          if (isOwner) keepCredential(credential);
          return isOwner;
        }}
        onRetry={me.refetch}
      />
    );
  return me.error ? <EntranceFailed error={me.error} onRetry={me.refetch} onLeave={leave} /> : null;
}
