import { useRef, useState } from 'react';
import { SearchField as AriaSearchField, Input, Label } from 'react-aria-components';
import classes from './fields.module.css';

interface Props {
  label: string;
  placeholder?: string;
  value: string;
  /** Told when the person has stopped typing. */
  onSearch: (text: string) => void;
}

const pauseMs = 300;

export function SearchField({ label, placeholder, value, onSearch }: Props) {
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const told = (text: string) => {
    clearTimeout(waiting.current);
    onSearch(text.trim());
  };
  const change = (text: string) => {
    setTyped({ text, over: value });
    clearTimeout(waiting.current);
    waiting.current = setTimeout(told, pauseMs, text);
  };
  // What was typed counts until the address says something else that was not typed here.
  const isOwn = typed !== null && (typed.over === value || typed.text.trim() === value);
  return (
    <AriaSearchField
      className={classes.field}
      value={isOwn ? typed.text : value}
      onChange={change}
      onSubmit={told}
      onClear={() => told('')}
    >
      <Label className={classes.label}>{label}</Label>
      <Input className={classes.input} placeholder={placeholder} />
    </AriaSearchField>
  );
}
