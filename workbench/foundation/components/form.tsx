import { type ReactNode, useEffect, useRef } from 'react';
import { Form as AriaForm, FormContext } from 'react-aria-components';
import { fieldMessages, isPassing } from '../api/problem';
import classes from './form.module.css';
import { ProblemNotice } from './problem-notice';

interface Props {
  error: unknown;
  fields: readonly string[];
  onSubmit: () => void;
  children: ReactNode;
}

export function Form({ error, fields, onSubmit, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error && form.current) showFault(form.current);
  }, [error]);
  return (
    <FormContext value={null}>
      <AriaForm
        ref={form}
        className={classes.form}
        validationErrors={fieldMessages(error)}
        validationBehavior="aria"
        onPointerDownCapture={({ currentTarget: { style, offsetHeight } }) => {
          // The message of a field that is left goes; the button that is being pressed must not move away beneath the pointer.
          style.minHeight = `${offsetHeight}px`;
        }}
        onSubmit={(event) => {
          event.preventDefault();
          // A dialog within a form is no part of it, though React lets its events rise there, and contexts sink.
          event.stopPropagation();
          event.currentTarget.style.minHeight = '';
          onSubmit();
        }}
      >
        {error ? (
          <ProblemNotice
            error={error}
            fieldsDisplayed={fields}
            {...(isPassing(error) && { onRetry: onSubmit })}
          />
        ) : null}
        {children}
      </AriaForm>
    </FormContext>
  );
}

const firstInvalid = '[data-invalid] :is(input, textarea, button):not([tabindex="-1"])';

function showFault(form: HTMLFormElement): void {
  const invalid = form.querySelector<HTMLElement>(firstInvalid);
  if (invalid) invalid.focus();
  else form.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
}

export const FieldRow = ({ children }: { children: ReactNode }) => (
  <div className={classes.row}>{children}</div>
);
