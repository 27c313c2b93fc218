import { Button as AriaButton, type ButtonProps, composeRenderProps } from 'react-aria-components';
import { useMessages } from '../language/language';
import classes from './button.module.css';

interface Props extends ButtonProps {
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
}

/** A pending button does not lose the focus; the announcement of React Aria would name an element that is gone. */
export function Button({ kind = 'plain', isPending, onPress, type, className, children, ...props }: Props) {
  const { shell } = useMessages();
  return (
    <AriaButton
      {...props}
      type={isPending ? 'button' : type}
      onPress={isPending ? undefined : onPress}
      aria-disabled={isPending || undefined}
      className={composeRenderProps(className, (own) => [classes.button, classes[kind], own].join(' '))}
    >
      {composeRenderProps(children, (content) => (
        <>
          {content}
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
