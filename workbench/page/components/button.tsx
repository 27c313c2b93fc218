import { Button as AriaButton, type ButtonProps, composeRenderProps } from 'react-aria-components';
import classes from './button.module.css';

interface Props extends ButtonProps {
  /** `primary` for what most people want to do next, at most once in a view. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
}

export const Button = ({ kind = 'plain', className, ...props }: Props) => (
  <AriaButton
    {...props}
    className={composeRenderProps(className, (own) => [classes.button, classes[kind], own].join(' '))}
  />
);
