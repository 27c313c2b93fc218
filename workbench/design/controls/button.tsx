import { createContext, useContext } from 'react';
import { Button as AriaButton, type ButtonProps, composeRenderProps } from 'react-aria-components';
import { useMessages } from '../language/language';
import classes from './button.module.css';

interface Props extends ButtonProps {
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
}

// Why buttons cannot be used at the moment, and the element that says so; a dialog in between goes on.
export const Unavailable = createContext<{ reason: string; saidBy: string } | null>(null);

/** A pending button does not lose the focus; the announcement of React Aria would name an element that is gone. */
export function Button({ kind = 'plain', isPending, onPress, type, className, children, ...props }: Props) {
  const { shell } = useMessages();
  const unavailable = useContext(Unavailable);
  return (
    <AriaButton
      {...props}
      {...(unavailable && { isDisabled: true, 'aria-describedby': unavailable.saidBy })}
      type={isPending ? 'button' : type}
      onPress={isPending ? undefined : onPress}
      aria-disabled={isPending || undefined}
      className={composeRenderProps(className, (own) => [classes.button, classes[kind], own].join(' '))}
    >
      {composeRenderProps(children, (content) => (
        <>
          {unavailable ? (
            <span className={classes.unavailable} title={unavailable.reason}>
              {content}
            </span>
          ) : (
            content
          )}
          {isPending && (
            <span role="status" className={classes.pending}>
              <span className="unseen">{shell.loading}</span>
            </span>
          )}
        </>
      ))}
    </AriaButton>
  );
}
