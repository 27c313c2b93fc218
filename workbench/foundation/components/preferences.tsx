import {
  applyDensity,
  applyTheme,
  Button,
  type Density,
  densities,
  SelectField,
  storedTheme,
  type Theme,
  themes,
  useDensity,
} from '@consulting/design/controls';
import { SlidersHorizontal } from '@consulting/design/icons';
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
  const density = useDensity();
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const chooseTheme = (chosen: Theme) => {
    applyTheme(chosen);
    setTheme(chosen);
  };
  return (
    <DialogTrigger>
      <Button kind="quiet" aria-label={name ? `${name}, ${shell.preferences}` : shell.preferences}>
        <SlidersHorizontal />
      </Button>
      <Popover className={classes.popover} placement="end bottom">
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
          <SelectField
            label={shell.density}
            choices={densities.map((id) => ({ id, label: shell.densities[id] }))}
            selectedKey={density}
            onSelectionChange={(key) => applyDensity(key as Density)}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
