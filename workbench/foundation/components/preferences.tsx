import {
  applyTheme,
  Button,
  SelectField,
  storedTheme,
  type Theme,
  themes,
} from '@consulting/design/controls';
import { type Language, languages, useLanguage, useMessages } from '@consulting/design/language';
import { type ReactNode, useState } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import classes from './preferences.module.css';

const languageChoices = Object.entries(languages).map(([id, label]) => ({ id, label }));

interface Props {
  name?: string;
  children?: ReactNode;
}

export function Preferences({ name, children }: Props) {
  const { shell } = useMessages();
  const { language, choose } = useLanguage();
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const chooseTheme = (chosen: Theme) => {
    applyTheme(chosen);
    setTheme(chosen);
  };
  return (
    <DialogTrigger>
      <Button kind="quiet" aria-label={name ? `${name}, ${shell.preferences}` : shell.preferences}>
        <Sliders />
        {name && <span className={classes.name}>{name}</span>}
      </Button>
      <Popover className={classes.popover} placement="bottom end">
        <Dialog className={classes.content} aria-label={shell.preferences}>
          {children}
          <SelectField
            label={shell.language}
            choices={languageChoices}
            selectedKey={language}
            onSelectionChange={(key) => choose(key as Language)}
          />
          <SelectField
            label={shell.theme}
            choices={themes.map((id) => ({ id, label: shell.themes[id] }))}
            selectedKey={theme}
            onSelectionChange={(key) => chooseTheme(key as Theme)}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

const Sliders = () => (
  <svg aria-hidden="true" width="18" height="18" viewBox="0 0 18 18" fill="none" stroke="currentColor">
    <path d="M2 5h8M14 5h2M2 13h2M8 13h8" strokeWidth="1.6" strokeLinecap="round" />
    <circle cx="12" cy="5" r="2" strokeWidth="1.6" />
    <circle cx="6" cy="13" r="2" strokeWidth="1.6" />
  </svg>
);
