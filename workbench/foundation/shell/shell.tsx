import { Arrivals, Button, Mark } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Preferences } from '../components/preferences';
import { useSession } from '../session/session';
import { ConnectionBanner } from './connection-banner';
import { ErrorBoundary } from './error-boundary';
import classes from './shell.module.css';

export function Shell({ commands, children }: { commands: ReactNode; children: ReactNode }) {
  const { shell } = useMessages();
  const [path] = useLocation();
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {shell.skip}
      </a>
      <header className={classes.bar}>
        <Link href="/" className={classes.brand} aria-label={shell.title}>
          <Mark />
          <span className={classes.name}>{shell.title}</span>
        </Link>
        <nav aria-label={shell.navigation} className={classes.places}>
          <Place href="/" label={shell.projects} isHere={path === '/' || path.startsWith('/projects')} />
          <Place href="/clients" label={shell.clients} isHere={path.startsWith('/clients')} />
          <Place href="/libraries" label={shell.libraries} isHere={path.startsWith('/libraries')} />
        </nav>
        {commands}
        <Account />
      </header>
      <ConnectionBanner />
      {useSession().me.isLimited && <p className={classes.limited}>{shell.limited}</p>}
      <main id="content" className={classes.content} tabIndex={-1}>
        <Arrivals path={path}>
          <ErrorBoundary place={path}>{children}</ErrorBoundary>
        </Arrivals>
      </main>
    </div>
  );
}

const Place = ({ href, label, isHere }: { href: string; label: string; isHere: boolean }) => (
  <Link href={href} className={classes.place} aria-current={isHere ? 'page' : undefined}>
    {label}
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
