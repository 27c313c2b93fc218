import type { ReactNode } from 'react';
import { Checkbox, type CheckboxProps } from 'react-aria-components';
import classes from './fields.module.css';

export const CheckField = ({ children, ...props }: CheckboxProps & { children: ReactNode }) => (
  <Checkbox {...props} className={classes.check}>
    <span className={classes.box} aria-hidden="true" />
    {children}
  </Checkbox>
);
