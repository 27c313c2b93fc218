import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Button } from './components/button';
import { SelectField } from './components/fields';
import { type Language, languages, useLanguage, useMessages } from './language/language';
import { useSession } from './session/session';
import classes from './shell.module.css';

/** What stands around every view. */
export function Shell({ children }: { children: ReactNode }) {
  const { shell } = useMessages();
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {shell.skip}
      </a>
      <header className={classes.bar}>
        <Link href="/" className={classes.name}>
          {shell.title}
        </Link>
        <nav aria-label={shell.navigation} className={classes.links}>
          <PlaceLink
            href="/"
            label={shell.projects}
            isHere={(path) => path === '/' || path.startsWith('/projects')}
          />
          <PlaceLink href="/clients" label={shell.clients} isHere={(path) => path.startsWith('/clients')} />
          <PlaceLink
            href="/libraries"
            label={shell.libraries}
            isHere={(path) => path.startsWith('/libraries')}
          />
        </nav>
        <Preferences />
      </header>
      <main id="content" className={classes.content} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

interface Place {
  href: string;
  label: string;
  isHere: (path: string) => boolean;
}

function PlaceLink({ href, label, isHere }: Place) {
  const [path] = useLocation();
  return (
    <Link href={href} className={classes.link} aria-current={isHere(path) ? 'page' : undefined}>
      {label}
    </Link>
  );
}

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];
const themeName = 'theme';
const keptTheme = () => themes.find((theme) => theme === localStorage.getItem(themeName)) ?? 'system';

function Preferences() {
  const { shell } = useMessages();
  const { language, choose } = useLanguage();
  const { me, canWrite, leave } = useSession();
  const [theme, setTheme] = useState<Theme>(keptTheme);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(themeName, theme);
  }, [theme]);
  return (
    <div className={classes.preferences}>
      <SelectField
        aria-label={shell.language}
        label=""
        choices={Object.entries(languages).map(([id, label]) => ({ id, label }))}
        selectedKey={language}
        onSelectionChange={(key) => choose(key as Language)}
      />
      <SelectField
        aria-label={shell.theme}
        label=""
        choices={themes.map((id) => ({ id, label: shell.themes[id] }))}
        selectedKey={theme}
        onSelectionChange={(key) => setTheme(key as Theme)}
      />
      {me.kind !== 'none' && (
        <>
          <span className="quiet">
            {shell.signedInAs(me.keyName ?? me.name)}
            {!canWrite && ` (${shell.reader})`}
          </span>
          <Button kind="quiet" onPress={leave}>
            {shell.leave}
          </Button>
        </>
      )}
    </div>
  );
}
