import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface Props {
  kind: 'danger' | 'warning' | 'success' | 'info';
  title: ReactNode;
  children?: ReactNode;
}

export const Notice = ({ kind, title, children }: Props) => (
  <div className={`${classes.notice} ${classes[kind]}`} role={kind === 'danger' ? 'alert' : 'status'}>
    <p className={classes.title}>{title}</p>
    {children}
  </div>
);
