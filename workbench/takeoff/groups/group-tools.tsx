import { Button, IconButton } from '@consulting/design/controls';
import { FoldVertical, ListTree, UnfoldVertical } from '@consulting/design/icons';
import { useFormats, useMessages } from '@consulting/design/language';
import type { Field } from '@consulting/takeoff-lines';
import { useState } from 'react';
import { GroupDialog } from './group-dialog';
import classes from './groups.module.css';
import { groupsOfLevelMax } from './read-groups';
import { useGroupLabels } from './use-group-text';
import type { Grouping } from './use-groups';

interface Props {
  fields: readonly Field[];
  groupBy: readonly string[];
  grouping: Grouping;
  onChange: (groupBy: string[]) => void;
}

export function GroupTools(props: Props) {
  const words = useMessages().takeoff.groups;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={words.group} onPress={() => setOpen(true)}>
        <ListTree />
      </IconButton>
      {props.groupBy.length > 0 && <GroupSentence {...props} onEdit={() => setOpen(true)} />}
      {isOpen && <GroupDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function GroupSentence({ fields, groupBy, grouping, onChange, onEdit }: Props & { onEdit: () => void }) {
  const words = useMessages().takeoff.groups;
  const { number } = useFormats();
  const labelOf = useGroupLabels(fields);
  const leftOut = grouping.leftOut;
  return (
    <div className={classes.sentence}>
      <ListTree />
      <p role="status">
        {words.grouped({ fields: groupBy.map(labelOf).join(', ') })}
        {leftOut !== null && ` ${words.tooMany({ field: labelOf(leftOut), max: number(groupsOfLevelMax) })}`}
      </p>
      {grouping.groups && (
        <>
          <Button kind="quiet" onPress={() => grouping.foldAll(true)}>
            <FoldVertical />
            {words.foldAll}
          </Button>
          <Button kind="quiet" onPress={() => grouping.foldAll(false)}>
            <UnfoldVertical />
            {words.unfoldAll}
          </Button>
        </>
      )}
      <Button kind="quiet" onPress={onEdit}>
        {words.edit}
      </Button>
      <Button kind="quiet" onPress={() => onChange([])}>
        {words.none}
      </Button>
    </div>
  );
}
