import type { ActionMenu } from '@consulting/design/controls';
import {
  BadgeDollarSign,
  CircleDollarSign,
  CircleQuestionMark,
  ClipboardPaste,
  Copy,
  History,
  ListFilter,
  MessageSquare,
  Pencil,
  Plus,
  Scissors,
  Trash2,
} from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { useProjectService } from '@consulting/foundation/project';
import { useSession } from '@consulting/foundation/session';
import type { ChangeView, FilterValue, TakeoffView } from '@consulting/takeoff-lines';
import { onlyThisValue } from '@consulting/takeoff-lines';
import type { Clipboard } from './grid/use-clipboard';

interface MarkedLine {
  id: string;
  label: string;
}

export interface LineActionProps {
  projectId: string;
  view: TakeoffView;
  onChange: ChangeView;
  total: number;
  marked: { count: number; read: () => Promise<readonly MarkedLine[]> };
  cell: { field: string; value: FilterValue | null } | null;
  insertBelow: (() => void) | null;
  onDuplicate: (ids: readonly string[]) => Promise<void>;
  onExplain: (() => void) | null;
  onNote: (() => void) | null;
  clipboard: Clipboard;
}

const duplicatesMax = 1000;

type MenuAction = Parameters<typeof ActionMenu>[0]['actions'][number];

export type Open =
  | { kind: 'filter' | 'columns' | 'history' | 'unpriced' }
  | { kind: 'edit' | 'delete' | 'price'; ids: readonly string[] | null; count: number }
  | { kind: 'line'; line: MarkedLine };

export function useLineActions(
  {
    projectId,
    view,
    onChange,
    total,
    marked,
    cell,
    onExplain,
    onNote,
    insertBelow,
    onDuplicate,
    clipboard,
  }: LineActionProps,
  open: (what: Open) => void,
  fail: (error: unknown) => void,
): MenuAction[] {
  const { takeoffTools, explanation } = useMessages();
  const { tools, filter } = takeoffTools;
  const { canWrite } = useSession();
  const { service } = useProjectService(projectId);
  const withMarked = (use: (lines: readonly MarkedLine[]) => void) => () => {
    fail(null);
    marked.read().then(use, fail);
  };
  const ofMarked = (kind: 'edit' | 'delete' | 'price') =>
    withMarked((lines) => open({ kind, ids: lines.map(({ id }) => id), count: lines.length }));
  const ofAll = (kind: 'edit' | 'delete' | 'price') => () => open({ kind, ids: null, count: total });
  const isMarked = marked.count > 0;
  const onClipboard: (MenuAction | false)[] = [
    isMarked && canWrite && { id: 'cut', label: tools.cut, icon: <Scissors />, onAction: clipboard.cut },
    isMarked && { id: 'copy', label: tools.copy, icon: <Copy />, onAction: clipboard.copy },
    isMarked &&
      canWrite && { id: 'paste', label: tools.paste, icon: <ClipboardPaste />, onAction: clipboard.paste },
  ];
  const looks: (MenuAction | false)[] = [
    onExplain !== null && {
      id: 'why',
      label: explanation.why,
      icon: <CircleQuestionMark />,
      onAction: onExplain,
    },
    cell !== null && {
      id: 'only-this',
      label: filter.onlyThis,
      icon: <ListFilter />,
      onAction: () => onChange({ filters: onlyThisValue(view.filters, cell.field, cell.value) }),
    },
    onNote !== null && {
      id: 'note',
      label: tools.noteOnCell,
      icon: <MessageSquare />,
      onAction: onNote,
    },
    isMarked && {
      id: 'history',
      label: tools.historyOfLine,
      icon: <History />,
      onAction: withMarked(([line]) => line && open({ kind: 'line', line })),
    },
  ];
  const duplicate = (lines: readonly MarkedLine[]) => {
    onDuplicate(lines.map(({ id }) => id)).catch(fail);
  };
  const writes: (MenuAction | false)[] = [
    insertBelow !== null && {
      id: 'insert',
      label: tools.insertBelow,
      icon: <Plus />,
      onAction: insertBelow,
    },
    isMarked && {
      id: 'duplicate',
      label: tools.duplicate({ count: marked.count }),
      icon: <Plus />,
      isDisabled: marked.count > duplicatesMax,
      onAction: withMarked(duplicate),
    },
    {
      id: 'unpriced',
      label: tools.unpriced,
      icon: <CircleDollarSign />,
      isDisabled: !service,
      onAction: () => open({ kind: 'unpriced' }),
    },
    isMarked && {
      id: 'edit',
      label: tools.editMarked({ count: marked.count }),
      icon: <Pencil />,
      onAction: ofMarked('edit'),
    },
    total > 0 && {
      id: 'edit-all',
      label: tools.editAll({ count: total }),
      icon: <Pencil />,
      onAction: ofAll('edit'),
    },
    isMarked && {
      id: 'price',
      label: tools.priceMarked({ count: marked.count }),
      icon: <BadgeDollarSign />,
      onAction: ofMarked('price'),
    },
    total > 0 && {
      id: 'price-all',
      label: tools.priceAll({ count: total }),
      icon: <BadgeDollarSign />,
      onAction: ofAll('price'),
    },
    isMarked && {
      id: 'delete',
      label: tools.deleteMarked({ count: marked.count }),
      icon: <Trash2 />,
      isDanger: true,
      onAction: ofMarked('delete'),
    },
    total > 0 && {
      id: 'delete-all',
      label: tools.deleteAll({ count: total }),
      icon: <Trash2 />,
      isDanger: true,
      onAction: ofAll('delete'),
    },
  ];
  return [...onClipboard, ...looks, ...(canWrite ? writes : [])].filter((action) => action !== false);
}
