import { ArrowLeft } from '@consulting/design/icons';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import classes from './view.module.css';

export const BackLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className={classes.back}>
    <ArrowLeft />
    {children}
  </Link>
);
