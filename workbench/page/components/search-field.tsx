import {
  SearchField as AriaSearchField,
  Button,
  Input,
  Label,
  type SearchFieldProps,
} from 'react-aria-components';
import { useMessages } from '../language/language';
import classes from './fields.module.css';

type Props = Omit<SearchFieldProps, 'children' | 'className'> & { label?: string; placeholder?: string };

/** Its label is told to screen readers alone; Escape empties it. */
export function SearchField({ label, placeholder, ...props }: Props) {
  const { shell } = useMessages();
  return (
    <AriaSearchField {...props} className={`${classes.field} ${classes.search}`}>
      <Label className="unseen">{label ?? shell.search}</Label>
      <div className={classes.combo}>
        <Input className={classes.input} placeholder={placeholder ?? label ?? shell.search} />
        <Button className={classes.opener} aria-label={shell.emptySearch}>
          <span aria-hidden="true">✕</span>
        </Button>
      </div>
    </AriaSearchField>
  );
}
