import { useMessages } from '@consulting/design/language';
import { type ChangeView, groupsMax, type TakeoffView } from '@consulting/takeoff-lines';
import { frozenMax } from './columns/stored-columns';
import type { Column } from './lines/columns';
import type { TakeoffModel } from './use-takeoff';

interface Props {
  columns: TakeoffModel['chosenColumns'];
  view: TakeoffView;
  onChange: ChangeView;
  head: { columns: readonly Column[]; at: number } | null;
}

export function useColumnActions({ columns, head, view, onChange }: Props) {
  const words = useMessages().takeoffTools.columns;
  if (!head) return null;
  const { at, columns: displayed } = head;
  const keys = displayed.map(({ key }) => key);
  const isSameBlock = (to: number) => displayed[to]?.isFrozen === displayed[at]?.isFrozen;
  return [
    {
      id: 'freeze',
      label: words.freeze,
      isDisabled: at >= frozenMax,
      onAction: () => columns.freeze(keys.slice(0, at + 1)),
    },
    {
      id: 'unfreeze',
      label: words.unfreeze,
      isDisabled: !displayed.some(({ isFrozen }) => isFrozen),
      onAction: () => columns.freeze([]),
    },
    {
      id: 'left',
      label: words.left,
      isDisabled: !isSameBlock(at - 1),
      onAction: () => columns.move(at, at - 1),
    },
    {
      id: 'right',
      label: words.right,
      isDisabled: !isSameBlock(at + 1),
      onAction: () => columns.move(at, at + 1),
    },
    {
      id: 'group',
      label: words.group,
      isDisabled: view.groupBy.length >= groupsMax || view.groupBy.includes(keys[at] ?? ''),
      onAction: () => onChange({ groupBy: [...view.groupBy, ...keys.slice(at, at + 1)] }),
    },
  ];
}
