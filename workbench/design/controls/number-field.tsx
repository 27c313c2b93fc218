import {
  NumberField as AriaNumberField,
  FieldError,
  Input,
  Label,
  type NumberFieldProps,
} from 'react-aria-components';
import { type Described, Hint } from './fields';
import classes from './fields.module.css';

export const NumberField = ({ label, hint, ...props }: NumberFieldProps & Described) => (
  <AriaNumberField {...props} className={classes.field}>
    <Label className={classes.label}>{label}</Label>
    <Input className={`${classes.input} number`} />
    <Hint hint={hint} />
    <FieldError className={classes.error} />
  </AriaNumberField>
);
