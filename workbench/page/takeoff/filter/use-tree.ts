import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type DraftGroup, dissolved, emptyCondition, groupOf, withGroup, withMember } from './draft';
import { addButtonId, type Tree } from './group-editor';

/** What can be done with the tree of a filter; the focus goes to what was added, and from what was removed to where more can be. */
export function useTree(
  root: DraftGroup,
  change: (root: DraftGroup) => void,
): { tree: Tree; added: string | null } {
  const [added, setAdded] = useState<string | null>(null);
  const add = (groupId: string, isInGroup: boolean) => {
    const condition = emptyCondition();
    const member = isInGroup ? groupOf('OR', [condition]) : condition;
    change(withGroup(root, groupId, (group) => ({ ...group, members: [...group.members, member] })));
    setAdded(condition.id);
  };
  const leave = (next: DraftGroup, groupId: string) => {
    flushSync(() => change(next));
    focusIn(groupId, root.id);
  };
  const tree: Tree = {
    addCondition: (groupId) => add(groupId, false),
    addGroup: (groupId) => add(groupId, true),
    wrap: (memberId) => change(withMember(root, memberId, (member) => groupOf('OR', [member]))),
    dissolve: (groupId) => leave(dissolved(root, groupId), root.id),
    replace: (next) =>
      change(
        next.kind === 'group' ? withGroup(root, next.id, () => next) : withMember(root, next.id, () => next),
      ),
    remove: (memberId, groupId) =>
      leave(
        withMember(root, memberId, () => null),
        groupId,
      ),
  };
  return { tree, added };
}

/** A group goes with its last member; then the focus goes to the outermost one. */
const focusIn = (groupId: string, rootId: string): void =>
  (document.getElementById(addButtonId(groupId)) ?? document.getElementById(addButtonId(rootId)))?.focus();
