import { Button, IconButton, SelectField } from '@consulting/design/controls';
import { X } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import type { ReactNode } from 'react';
import { ConditionEditor } from './condition-editor';
import { levelsMax } from './criteria';
import { canWrap, type DraftGroup, type DraftMember } from './draft';
import classes from './filter.module.css';

export interface Tree {
  addCondition: (groupId: string) => void;
  addGroup: (groupId: string) => void;
  wrap: (memberId: string) => void;
  dissolve: (groupId: string) => void;
  remove: (memberId: string, groupId: string) => void;
  replace: (member: DraftMember) => void;
  clear: () => void;
}

export const addButtonId = (groupId: string): string => `add-to-${groupId}`;

interface Props {
  group: DraftGroup;
  level: number;
  at: string;
  isFull: boolean;
  tree: Tree;
  actions?: ReactNode;
}

export function GroupEditor({ group, level, at, isFull, tree, actions }: Props) {
  const { filter } = useMessages().takeoffTools;
  return (
    <fieldset
      className={classes.group}
      data-level={level}
      aria-label={level === 1 ? filter.title : filter.group}
    >
      <div className={classes.head}>
        <span>{filter.match}</span>
        <SelectField
          label={filter.match}
          isLabelUnseen
          choices={[
            { id: 'AND', label: filter.all },
            { id: 'OR', label: filter.any },
          ]}
          selectedKey={group.logicalOperator}
          onSelectionChange={(key) =>
            tree.replace({ ...group, logicalOperator: key === 'OR' ? 'OR' : 'AND' })
          }
        />
        {actions}
      </div>
      <ul className={classes.members}>
        {group.members.map((member, index) => (
          <li key={member.id} className={classes.member}>
            <Member
              member={member}
              index={index}
              group={group}
              level={level}
              at={`${at}.conditions[${index}]`}
              isFull={isFull}
              tree={tree}
            />
          </li>
        ))}
      </ul>
      <div className={classes.adding}>
        <Button id={addButtonId(group.id)} isDisabled={isFull} onPress={() => tree.addCondition(group.id)}>
          {filter.addCondition}
        </Button>
        {level < levelsMax && (
          <Button isDisabled={isFull} onPress={() => tree.addGroup(group.id)}>
            {filter.addGroup}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface MemberProps extends Omit<Props, 'actions'> {
  member: DraftMember;
  index: number;
}

function Member({ member, index, group, level, at, isFull, tree }: MemberProps) {
  const { filter } = useMessages().takeoffTools;
  const wrap = canWrap(member, level) && (
    <Button kind="quiet" onPress={() => tree.wrap(member.id)}>
      {filter.wrap}
    </Button>
  );
  if (member.kind === 'group')
    return (
      <GroupEditor
        group={member}
        level={level + 1}
        at={at}
        isFull={isFull}
        tree={tree}
        actions={
          <>
            {wrap}
            <Button kind="quiet" onPress={() => tree.dissolve(member.id)}>
              {filter.dissolve}
            </Button>
            <IconButton label={filter.removeGroup} onPress={() => tree.remove(member.id, group.id)}>
              <X />
            </IconButton>
          </>
        }
      />
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset for each row would be told twice over
    <div role="group" aria-label={filter.condition({ at: index + 1 })} className={classes.row}>
      <ConditionEditor condition={member} at={at} onChange={tree.replace} />
      <div className={classes.rowActions}>
        {wrap}
        <IconButton label={filter.removeCondition} onPress={() => tree.remove(member.id, group.id)}>
          <X />
        </IconButton>
      </div>
    </div>
  );
}
