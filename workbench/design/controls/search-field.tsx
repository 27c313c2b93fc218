import { useRef, useState } from 'react';
import {
  SearchField as AriaSearchField,
  Button,
  Input,
  Label,
  type SearchFieldProps,
} from 'react-aria-components';
import { Search, X } from '../icons';
import { useMessages } from '../language/language';
import classes from './fields.module.css';

type Props = Omit<SearchFieldProps, 'children' | 'className'> & { label?: string; placeholder?: string };

export function SearchField({ label, placeholder, ...props }: Props) {
  const { shell } = useMessages();
  return (
    <AriaSearchField {...props} className={`${classes.field} ${classes.search}`}>
      <Label className="unseen">{label ?? shell.search}</Label>
      <div className={classes.combo}>
        <Search className={classes.lens ?? ''} />
        <Input className={classes.input} placeholder={placeholder ?? label ?? shell.search} />
        <Button className={classes.opener} aria-label={shell.emptySearch}>
          <X />
        </Button>
      </div>
    </AriaSearchField>
  );
}

interface PausedProps {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (text: string) => void;
}

const pauseMs = 300;

export function PausedSearchField({ label, placeholder, value, onSearch }: PausedProps) {
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const report = (text: string) => {
    clearTimeout(waiting.current);
    onSearch(text.trim());
  };
  const change = (text: string) => {
    setTyped({ text, over: value });
    clearTimeout(waiting.current);
    waiting.current = setTimeout(report, pauseMs, text);
  };
  // What was typed counts until the address says something else that was not typed here.
  const isOwn = typed !== null && (typed.over === value || typed.text.trim() === value);
  return (
    <SearchField
      label={label}
      placeholder={placeholder}
      value={isOwn ? typed.text : value}
      onChange={change}
      onSubmit={report}
      onClear={() => report('')}
    />
  );
}
