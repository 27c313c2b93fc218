import type { Discipline } from '@consulting/foundation/api';
import type { ChangeView, TakeoffView } from '@consulting/takeoff-lines';
import { useMemo, useState } from 'react';

const nameOf = (discipline: Discipline | null): string => `columns ${discipline ?? 'all'}`;

function storedColumns(discipline: Discipline | null): string[] | null {
  const keys = localStorage.getItem(nameOf(discipline))?.split(',').filter(Boolean) ?? [];
  return keys.length > 0 ? keys : null;
}

function keepColumns(discipline: Discipline | null, columns: readonly string[] | null): void {
  if (columns === null) localStorage.removeItem(nameOf(discipline));
  else localStorage.setItem(nameOf(discipline), columns.join(','));
}

const frozenName = (discipline: Discipline | null): string => `frozen ${discipline ?? 'all'}`;

export const frozenMax = 8;

// Without a choice of their own on this device people have the columns frozen that name a line.
export function useFrozenColumns(discipline: Discipline | null) {
  const name = frozenName(discipline);
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const text = choices[name] ?? localStorage.getItem(name);
  const frozen = useMemo(() => text?.split(',').slice(0, frozenMax) ?? null, [text]);
  const freeze = (keys: readonly string[]) => {
    const chosen = keys.slice(0, frozenMax).join(',');
    localStorage.setItem(name, chosen);
    setChoices((current) => ({ ...current, [name]: chosen }));
  };
  return { frozen, freeze };
}

interface MovableColumn {
  key: string;
  label: string;
  isFrozen: boolean;
}

// A column that comes to lie among those that are frozen is frozen, too, and the other way round.
export function movedColumn(columns: readonly MovableColumn[], from: number, to: number) {
  const [column, target] = [columns[from], columns[to]];
  if (!column || !target || from === to) return null;
  const others = columns.filter((one) => one !== column).map(({ key }) => key);
  const isAcross = column.isFrozen !== target.isFrozen;
  const frozen = columns.filter((one) => (one === column ? target.isFrozen : one.isFrozen));
  return {
    keys: [...others.slice(0, to), column.key, ...others.slice(to)],
    // Null where the border is not crossed.
    frozen: isAcross ? frozen.map(({ key }) => key) : null,
    label: column.label,
    isFrozen: target.isFrozen,
  };
}

const addressLengthMax = 600;

/** The address goes before the person's last choice for the discipline on this device, and that before the usual columns. */
export function useChosenColumns(
  { discipline, columns }: Pick<TakeoffView, 'discipline' | 'columns'>,
  change: ChangeView,
  usual: readonly string[],
) {
  const [chosen, setChosen] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept on the device changes with what is chosen here
  const keys = useMemo(
    () => columns ?? storedColumns(discipline) ?? usual,
    [columns, discipline, usual, chosen],
  );
  const choose = (next: readonly string[]) => {
    const text = next.join(',');
    const isUsual = text === usual.join(',');
    keepColumns(discipline, isUsual ? null : next);
    setChosen(text);
    change({ columns: isUsual || text.length > addressLengthMax ? null : next });
  };
  return { keys, choose };
}
