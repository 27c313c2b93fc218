import type { ReactNode } from 'react';
import { X } from '../icons';
import { useMessages } from '../language/language';
import type { Choice } from './fields';
import { IconButton } from './icon-button';
import classes from './pick-list.module.css';

interface Props {
  label: string;
  picked: readonly Choice[];
  onChange: (picked: readonly Choice[]) => void;
  children: ReactNode;
}

export function PickList({ label, picked, onChange, children }: Props) {
  const { shell } = useMessages();
  return (
    <div className={classes.picks}>
      {children}
      {picked.length > 0 && (
        <ul aria-label={label} className={classes.picked}>
          {picked.map((one) => (
            <li key={one.id}>
              {one.label}
              <IconButton
                label={shell.takeOut({ name: one.label })}
                onPress={() => onChange(picked.filter(({ id }) => id !== one.id))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
