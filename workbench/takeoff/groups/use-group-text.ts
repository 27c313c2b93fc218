import { useFormats, useMessages } from '@consulting/design/language';
import { type Field, wbsLevelOf } from '@consulting/takeoff-lines';
import { useCallback, useMemo } from 'react';
import type { CellText } from '../lines/cell-text';
import { columnsOf } from '../lines/columns';
import type { Group, GroupText } from './read-groups';

const hiddenKeys = ['projectId', 'serviceId', 'subcontractorId'];

const levelsOffered = [1, 2, 3, 4];

// What lines can be grouped by, under the names that people know.
export function useGroupChoices(fields: readonly Field[]): { key: string; label: string; group: string }[] {
  const words = useMessages().takeoff.groups;
  return useMemo(() => {
    const distinct = [...new Map(fields.map((field) => [field.key, field])).values()];
    const own = distinct.filter(({ key }) => !hiddenKeys.includes(key));
    const levels = levelsOffered.map((level) => ({
      key: `wbsLevel${level}`,
      label: words.wbsLevel({ level }),
      group: words.wbs,
    }));
    return [...own.map(({ key, label, group }) => ({ key, label, group })), ...levels];
  }, [fields, words]);
}

export function useGroupLabels(fields: readonly Field[]): (key: string) => string {
  const words = useMessages().takeoff.groups;
  return useCallback(
    (key) => {
      const level = wbsLevelOf(key);
      if (level !== null) return words.wbsLevel({ level });
      return fields.findLast((field) => field.key === key)?.label ?? key;
    },
    [fields, words],
  );
}

export function useGroupText(fields: readonly Field[], currency: string, cellText: CellText): GroupText {
  const words = useMessages().takeoff.groups;
  const { named } = useFormats();
  const labelOf = useGroupLabels(fields);
  return useCallback(
    ({ name, value, label, count }: Group) => {
      const [column] = columnsOf(fields, [name], currency);
      const own = value === null ? words.empty : column ? cellText.displayed(value, column) : String(value);
      const text = label === null || label === own ? own : `${own} ${label}`;
      return { name: named(labelOf(name), text), count: words.lines({ count }) };
    },
    [fields, currency, cellText, words, named, labelOf],
  );
}
