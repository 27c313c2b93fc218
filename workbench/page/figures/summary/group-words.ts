import { useMessages } from '@consulting/design/language';
import { useFields } from '@consulting/foundation/api';
import { useFieldWords } from '@consulting/takeoff-lines';
import type { GroupKey } from '../view/queries';
import { isGroupField } from './place';

export function useGroupWords() {
  const { figures } = useMessages();
  const { data = [] } = useFields();
  const { labelOf } = useFieldWords(data);
  return {
    // Of a group of a field; null where the lines have no value.
    nameOf: (field: string, value: string | null): string =>
      value === null ? figures.without({ field: labelOf(field) }) : `${labelOf(field)} ${value}`,
    titleOf: (key: GroupKey): string => {
      if (key === 'discipline') return figures.discipline;
      return isGroupField(key) ? labelOf(key) : figures.item;
    },
    byOf: (key: GroupKey): string => {
      if (key === 'discipline') return figures.byDiscipline;
      return isGroupField(key) ? figures.byField({ field: labelOf(key) }) : figures.byItem;
    },
  };
}

export type GroupWords = ReturnType<typeof useGroupWords>;
