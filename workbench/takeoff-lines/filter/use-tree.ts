import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type DraftGroup, dissolved, emptyCondition, groupOf, withGroup, withMember } from './draft';
import { addButtonId, type Tree } from './group-editor';

export function useTree(first: () => DraftGroup) {
  const [root, setRoot] = useState(first);
  const [added, setAdded] = useState<string | null>(null);
  const add = (groupId: string, isInGroup: boolean) => {
    const condition = emptyCondition();
    const member = isInGroup ? groupOf('OR', [condition]) : condition;
    setRoot((current) =>
      withGroup(current, groupId, (group) => ({ ...group, members: [...group.members, member] })),
    );
    setAdded(condition.id);
  };
  const leave = (without: (current: DraftGroup) => DraftGroup, groupId: string) => {
    flushSync(() => setRoot(without));
    focusIn(groupId, root.id);
  };
  const tree: Tree = {
    addCondition: (groupId) => add(groupId, false),
    addGroup: (groupId) => add(groupId, true),
    wrap: (memberId) =>
      setRoot((current) => withMember(current, memberId, (member) => groupOf('OR', [member]))),
    dissolve: (groupId) => leave((current) => dissolved(current, groupId), root.id),
    replace: (next) =>
      setRoot((current) =>
        next.kind === 'group'
          ? withGroup(current, next.id, () => next)
          : withMember(current, next.id, () => next),
      ),
    remove: (memberId, groupId) => leave((current) => withMember(current, memberId, () => null), groupId),
    clear: () => leave((current) => ({ ...current, members: [] }), root.id),
  };
  return { root, tree, added };
}

const focusIn = (groupId: string, rootId: string): void =>
  (document.getElementById(addButtonId(groupId)) ?? document.getElementById(addButtonId(rootId)))?.focus();
