import { useMessages } from '@consulting/design/language';
import { frozenMax } from './columns/stored-columns';
import type { Column } from './lines/columns';
import type { TakeoffModel } from './use-takeoff';

interface Props {
  columns: TakeoffModel['chosenColumns'];
  head: { columns: readonly Column[]; at: number } | null;
}

export function useColumnActions({ columns, head }: Props) {
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
  ];
}
