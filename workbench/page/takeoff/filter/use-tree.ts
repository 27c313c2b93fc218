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
    setRoot((present) =>
      withGroup(present, groupId, (group) => ({ ...group, members: [...group.members, member] })),
    );
    setAdded(condition.id);
  };
  const leave = (without: (present: DraftGroup) => DraftGroup, groupId: string) => {
    flushSync(() => setRoot(without));
    focusIn(groupId, root.id);
  };
  const tree: Tree = {
    addCondition: (groupId) => add(groupId, false),
    addGroup: (groupId) => add(groupId, true),
    wrap: (memberId) =>
      setRoot((present) => withMember(present, memberId, (member) => groupOf('OR', [member]))),
    dissolve: (groupId) => leave((present) => dissolved(present, groupId), root.id),
    replace: (next) =>
      setRoot((present) =>
        next.kind === 'group'
          ? withGroup(present, next.id, () => next)
          : withMember(present, next.id, () => next),
      ),
    remove: (memberId, groupId) => leave((present) => withMember(present, memberId, () => null), groupId),
    clear: () => leave((present) => ({ ...present, members: [] }), root.id),
  };
  return { root, tree, added };
}

const focusIn = (groupId: string, rootId: string): void =>
  (document.getElementById(addButtonId(groupId)) ?? document.getElementById(addButtonId(rootId)))?.focus();
