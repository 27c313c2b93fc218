import type { ReactNode } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components';
import { Button } from './button';
import classes from './button.module.css';

const restMs = 500;

interface Props extends Omit<Parameters<typeof Button>[0], 'aria-label' | 'className' | 'children'> {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

export const IconButton = ({ label, kind = 'quiet', className = '', children, ...props }: Props) => (
  <TooltipTrigger delay={restMs} closeDelay={0}>
    <Button {...props} kind={kind} aria-label={label} className={`${classes.icon} ${className}`}>
      {children}
    </Button>
    <Tooltip className={classes.tooltip ?? ''} offset={4}>
      {label}
    </Tooltip>
  </TooltipTrigger>
);
