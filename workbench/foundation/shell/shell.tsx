import { Arrivals, Button, Mark } from '@consulting/design/controls';
import { Building2, HardHat, Library } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { Preferences } from '../components/preferences';
import { noteSeenPlace } from '../offline';
import { useSession } from '../session/session';
import { ConnectionBanner } from './connection-banner';
import { ErrorBoundary } from './error-boundary';
import classes from './shell.module.css';

export function Shell({ commands, children }: { commands: ReactNode; children: ReactNode }) {
  const { shell } = useMessages();
  const [path] = useLocation();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is that of the window.
  useEffect(noteSeenPlace, [path, search]);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {shell.skip}
      </a>
      <header className={classes.bar}>
        <Link href="/" className={classes.brand} aria-label={shell.title}>
          <Mark />
        </Link>
        <nav aria-label={shell.navigation} className={classes.places}>
          <Place href="/" label={shell.projects} isHere={path === '/' || path.startsWith('/projects')}>
            <HardHat />
          </Place>
          <Place href="/clients" label={shell.clients} isHere={path.startsWith('/clients')}>
            <Building2 />
          </Place>
          <Place href="/libraries" label={shell.libraries} isHere={path.startsWith('/libraries')}>
            <Library />
          </Place>
        </nav>
        {commands}
        <Account />
      </header>
      <div className={classes.window}>
        <ConnectionBanner />
        {useSession().me.isLimited && <p className={classes.limited}>{shell.limited}</p>}
        <main id="content" className={classes.content} tabIndex={-1}>
          <Arrivals path={path}>
            <ErrorBoundary place={path}>{children}</ErrorBoundary>
          </Arrivals>
        </main>
      </div>
    </div>
  );
}

interface PlaceProps {
  href: string;
  label: string;
  isHere: boolean;
  children: ReactNode;
}

const Place = ({ href, label, isHere, children }: PlaceProps) => (
  <Link href={href} className={classes.place} aria-current={isHere ? 'page' : undefined}>
    {children}
    <span>{label}</span>
  </Link>
);

function Account() {
  const { shell } = useMessages();
  const { me, canWrite, leave } = useSession();
  if (me.kind === 'none') return <Preferences />;
  const name = me.keyName ?? me.name;
  return (
    <Preferences name={name}>
      <div className={classes.account}>
        <p>{shell.signedInAs({ name })}</p>
        {!canWrite && <p className="quiet">{shell.reader}</p>}
        <Button onPress={leave}>{shell.leave}</Button>
      </div>
    </Preferences>
  );
}
