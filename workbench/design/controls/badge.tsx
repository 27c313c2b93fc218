import type { ReactNode } from 'react';
import classes from './badge.module.css';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'ended';

export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`${classes.badge} ${classes[tone] ?? ''}`}>{children}</span>
);
