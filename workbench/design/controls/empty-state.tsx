import type { ReactNode } from 'react';
import { Inbox } from '../icons';
import classes from './empty-state.module.css';

interface Props {
  title?: ReactNode;
  words?: ReactNode;
  icon?: ReactNode;
  children?: ReactNode;
}

export const EmptyState = ({ title, words, icon = <Inbox />, children }: Props) => (
  <section className={classes.empty}>
    {icon}
    {title !== undefined && <h2>{title}</h2>}
    {words !== undefined && <p>{words}</p>}
    <div className={classes.actions}>{children}</div>
  </section>
);
