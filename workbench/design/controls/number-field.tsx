import { type ClipboardEvent, type KeyboardEvent, use } from 'react';
import {
  NumberField as AriaNumberField,
  FieldError,
  Input,
  Label,
  type NumberFieldProps,
  NumberFieldStateContext,
} from 'react-aria-components';
import { flushSync } from 'react-dom';
import { numberSigns, readWritten, useLanguage } from '../language';
import { type Described, Hint } from './fields';
import classes from './fields.module.css';

export const NumberField = ({ label, hint, ...props }: NumberFieldProps & Described) => (
  <AriaNumberField {...props} className={classes.field}>
    <Label className={classes.label}>{label}</Label>
    <WrittenNumber />
    <Hint hint={hint} />
    <FieldError className={classes.error} />
  </AriaNumberField>
);

// React Aria drops thousands separators wherever they stand, so that 1,37 would be 137.
function WrittenNumber() {
  const state = use(NumberFieldStateContext);
  const { locale } = useLanguage();
  const rewrite = (text: string): boolean => {
    const signs = numberSigns(locale);
    const number = text.includes(signs.group) || text.includes('.') ? readWritten(text, signs) : null;
    if (number === null) return false;
    const written = number.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 20 });
    flushSync(() => state?.setInputValue(written));
    return true;
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const isWhole = selectionStart === 0 && selectionEnd === value.length;
    if (!isWhole || !rewrite(event.clipboardData.getData('text/plain').trim())) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Input
      className={`${classes.input} number`}
      onBlurCapture={(event) => rewrite(event.currentTarget.value)}
      onKeyDownCapture={({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) =>
        key === 'Enter' && rewrite(currentTarget.value)
      }
      onPasteCapture={onPaste}
    />
  );
}
