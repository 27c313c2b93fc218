import { Dialog, IconButton } from '@consulting/design/controls';
import { ArrowDown, ArrowUp, X } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { type Field, FieldBox, groupsMax } from '@consulting/takeoff-lines';
import classes from './groups.module.css';
import { useGroupChoices, useGroupLabels } from './use-group-text';

interface Props {
  fields: readonly Field[];
  groupBy: readonly string[];
  onChange: (groupBy: string[]) => void;
  onClose: () => void;
}

export function GroupDialog({ fields, groupBy, onChange, onClose }: Props) {
  const words = useMessages().takeoff.groups;
  const choices = useGroupChoices(fields);
  const labelOf = useGroupLabels(fields);
  const move = (at: number, by: -1 | 1) => {
    const others = groupBy.toSpliced(at, 1);
    onChange(others.toSpliced(at + by, 0, ...groupBy.slice(at, at + 1)));
  };
  const left = choices.filter(({ key }) => !groupBy.includes(key));
  return (
    <Dialog title={words.title} form="drawer" isOpen onClose={onClose}>
      <p className="quiet">{words.hint({ max: groupsMax })}</p>
      <ol className={classes.keys} aria-label={words.title}>
        {groupBy.map((key, at) => (
          <li key={key}>
            <span>{labelOf(key)}</span>
            <IconButton
              label={words.earlier({ field: labelOf(key) })}
              isDisabled={at === 0}
              onPress={() => move(at, -1)}
            >
              <ArrowUp />
            </IconButton>
            <IconButton
              label={words.later({ field: labelOf(key) })}
              isDisabled={at === groupBy.length - 1}
              onPress={() => move(at, 1)}
            >
              <ArrowDown />
            </IconButton>
            <IconButton
              label={words.remove({ field: labelOf(key) })}
              onPress={() => onChange(groupBy.toSpliced(at, 1))}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ol>
      {groupBy.length < groupsMax && (
        <FieldBox
          key={groupBy.join()}
          label={words.add}
          fields={left}
          field={null}
          onChange={(key) => onChange([...groupBy, key])}
        />
      )}
    </Dialog>
  );
}
