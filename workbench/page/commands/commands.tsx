import { Button } from '@consulting/design/controls';
import { Search } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Opened } from './command-menu';
import classes from './commands.module.css';

const CommandMenu = lazy(() => import('./command-menu'));
const NewOne = lazy(() => import('./new-one'));

const isOfMenu = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;

export function Commands() {
  const { commands } = useMessages();
  const [opened, setOpened] = useState<'menu' | Opened | null>(null);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!isOfMenu(event)) return;
      event.preventDefault();
      // What is typed in a dialog is not left by a key.
      if (document.querySelector('[role="dialog"]') === null) setOpened('menu');
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);
  const close = () => setOpened(null);
  return (
    <>
      <Button kind="quiet" aria-keyshortcuts="Control+K Meta+K" onPress={() => setOpened('menu')}>
        <Search />
        <span className="unseen">{commands.title}</span> <span className={classes.key}>{commands.key}</span>
      </Button>
      <Suspense fallback={null}>
        {opened === 'menu' && <CommandMenu onClose={close} onOpen={setOpened} />}
        {opened !== null && opened !== 'menu' && <NewOne of={opened} onClose={close} />}
      </Suspense>
    </>
  );
}
