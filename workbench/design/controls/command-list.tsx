import {
  SearchField as AriaSearchField,
  Autocomplete,
  Collection,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
} from 'react-aria-components';
import { Search } from '../icons';
import { useMessages } from '../language/language';
import classes from './command-list.module.css';
import fieldClasses from './fields.module.css';
import menuClasses from './menu.module.css';

export interface Command {
  id: string;
  label: string;
  detail?: string | undefined;
  act: () => void;
}

export interface CommandGroup {
  id: string;
  title: string;
  commands: readonly Command[];
}

interface Props {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  groups: readonly CommandGroup[];
  isSearching: boolean;
}

export function CommandList({ label, placeholder, text, onText, groups, isSearching }: Props) {
  const { shell } = useMessages();
  const commands = new Map(groups.flatMap((group) => group.commands.map((one) => [one.id, one])));
  return (
    <Autocomplete inputValue={text} onInputChange={onText}>
      <AriaSearchField autoFocus className={`${fieldClasses.field} ${fieldClasses.search}`}>
        <Label className="unseen">{label}</Label>
        <div className={fieldClasses.combo}>
          <Search className={fieldClasses.lens ?? ''} />
          <Input
            className={fieldClasses.input ?? ''}
            placeholder={placeholder}
            role="combobox"
            aria-expanded="true"
            aria-haspopup="listbox"
          />
        </div>
      </AriaSearchField>
      <ListBox
        aria-label={label}
        className={classes.commands ?? ''}
        items={groups}
        onAction={(id) => commands.get(String(id))?.act()}
        renderEmptyState={() => (
          <p className={fieldClasses.empty}>{isSearching ? shell.loading : shell.nothingFound}</p>
        )}
      >
        {(group) => (
          <ListBoxSection id={group.id}>
            <Header className={classes.title}>{group.title}</Header>
            <Collection items={group.commands}>
              {({ id, label: name, detail = '' }) => (
                <ListBoxItem id={id} textValue={name} className={`${menuClasses.item} ${classes.command}`}>
                  <span>{name}</span> <span className="quiet">{detail}</span>
                </ListBoxItem>
              )}
            </Collection>
          </ListBoxSection>
        )}
      </ListBox>
    </Autocomplete>
  );
}
