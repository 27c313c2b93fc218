import { IconButton } from '@consulting/design/controls';
import { ArrowDown, ArrowUp, X } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import type { Field } from '@consulting/takeoff-lines';
import { Button as AriaButton, GridList, GridListItem, useDragAndDrop } from 'react-aria-components';
import classes from './columns.module.css';

interface Props {
  fields: readonly Field[];
  columns: readonly string[];
  onChange: (columns: string[]) => void;
}

/** The buttons do not take the focus when they are pressed, since the list would then scroll the row away from under the pointer. */
export function DisplayedColumns({ fields, columns, onChange }: Props) {
  const words = useMessages().takeoffTools.columns;
  const labels = new Map(fields.map(({ key, label }) => [key, label]));
  const items = columns.map((key) => ({ id: key, label: labels.get(key) ?? key }));
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      const moved = columns.filter((key) => keys.has(key));
      const others = columns.filter((key) => !keys.has(key));
      const at = others.indexOf(String(target.key)) + (target.dropPosition === 'after' ? 1 : 0);
      onChange([...others.slice(0, at), ...moved, ...others.slice(at)]);
    },
  });
  const move = (key: string, by: -1 | 1) => {
    const at = columns.indexOf(key) + by;
    const others = columns.filter((one) => one !== key);
    onChange([...others.slice(0, at), key, ...others.slice(at)]);
  };
  return (
    <GridList
      aria-label={words.shownList}
      className={classes.shown}
      items={items}
      dependencies={[columns]}
      dragAndDropHooks={dragAndDropHooks}
    >
      {({ id, label }) => (
        <GridListItem id={id} textValue={label} className={classes.column}>
          <AriaButton slot="drag" className={classes.handle} aria-label={words.drag({ column: label })}>
            ⠿
          </AriaButton>
          <span className={classes.label}>{label}</span>
          <IconButton
            preventFocusOnPress
            label={words.earlier({ column: label })}
            isDisabled={columns[0] === id}
            onPress={() => move(id, -1)}
          >
            <ArrowUp />
          </IconButton>
          <IconButton
            preventFocusOnPress
            label={words.later({ column: label })}
            isDisabled={columns.at(-1) === id}
            onPress={() => move(id, 1)}
          >
            <ArrowDown />
          </IconButton>
          <IconButton
            preventFocusOnPress
            label={words.hide({ column: label })}
            isDisabled={columns.length === 1}
            onPress={() => onChange(columns.filter((key) => key !== id))}
          >
            <X />
          </IconButton>
        </GridListItem>
      )}
    </GridList>
  );
}
