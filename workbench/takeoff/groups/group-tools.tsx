import { Button, IconButton } from '@consulting/design/controls';
import { ChevronsDownUp, ChevronsUpDown, ListTree } from '@consulting/design/icons';
import { useFormats, useMessages } from '@consulting/design/language';
import type { Field } from '@consulting/takeoff-lines';
import { useState } from 'react';
import { GroupDialog } from './group-dialog';
import { groupsOfLevelMax } from './read-groups';
import { useGroupChoices } from './use-group-text';
import type { Grouping } from './use-groups';

interface Props {
  fields: readonly Field[];
  groupBy: readonly string[];
  grouping: Grouping;
  onChange: (groupBy: string[]) => void;
}

export function GroupTools({ grouping, ...props }: Props) {
  const words = useMessages().takeoff.groups;
  const { number } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const choices = useGroupChoices(props.fields);
  const { groupBy } = props;
  const leftOut = grouping.groups?.leftOut;
  const label = choices.find(({ key }) => key === leftOut)?.label ?? leftOut;
  return (
    <>
      <Button kind="quiet" onPress={() => setOpen(true)}>
        <ListTree />
        {groupBy.length === 0 ? words.group : words.grouped({ count: groupBy.length })}
      </Button>
      {grouping.groups && (
        <>
          <IconButton label={words.foldAll} onPress={() => grouping.foldAll(true)}>
            <ChevronsDownUp />
          </IconButton>
          <IconButton label={words.unfoldAll} onPress={() => grouping.foldAll(false)}>
            <ChevronsUpDown />
          </IconButton>
        </>
      )}
      {label && <p role="status">{words.tooMany({ field: label, max: number(groupsOfLevelMax) })}</p>}
      {isOpen && <GroupDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
