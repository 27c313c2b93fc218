import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from '../icons';
import classes from './notice.module.css';

const icons = { danger: CircleAlert, warning: TriangleAlert, success: CircleCheck, info: Info };

interface Props {
  kind: keyof typeof icons;
  title: ReactNode;
  children?: ReactNode;
}

export function Notice({ kind, title, children }: Props) {
  const Icon = icons[kind];
  return (
    <div className={`${classes.notice} ${classes[kind]}`} role={kind === 'danger' ? 'alert' : 'status'}>
      <Icon />
      <div className={classes.body}>
        <p className={classes.title}>{title}</p>
        {children}
      </div>
    </div>
  );
}
