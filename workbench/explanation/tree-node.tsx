import type { ReactNode } from 'react';
import classes from './explanation.module.css';

interface Props {
  label: string;
  value: ReactNode;
  how?: ReactNode;
  isOpen?: boolean;
  children?: ReactNode;
}

export function TreeNode({ label, value, how, isOpen = false, children }: Props) {
  const head = (
    <>
      <span>{label}</span> <span className={classes.value}>{value}</span>
    </>
  );
  if (!children)
    return (
      <li className={classes.leaf}>
        <div className={classes.head}>{head}</div>
        {how}
      </li>
    );
  return (
    <li>
      <details open={isOpen}>
        <summary className={classes.head}>{head}</summary>
        {how}
        <ul className={classes.inputs}>{children}</ul>
      </details>
    </li>
  );
}
