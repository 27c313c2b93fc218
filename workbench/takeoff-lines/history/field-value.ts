import { useLanguage } from '@consulting/design/language';
import { useMemo } from 'react';
import { filterFields } from '../filter/filter-fields';
import { valueWords } from '../filter/sentence';
import type { Field } from '../view/takeoff-view';

export function useFieldWords(fields: readonly Field[]) {
  const { messages, formats, locale } = useLanguage();
  const known = useMemo(() => filterFields(fields, messages), [fields, messages]);
  const byKey = useMemo(() => new Map(known.map((field) => [field.key, field])), [known]);
  const places = useMemo(() => new Map(known.map(({ key }, place) => [key, place])), [known]);
  const speech = { words: messages.takeoffTools.filter, formats, locale };
  return {
    labelOf: (key: string): string => byKey.get(key)?.label ?? key,
    orderOf: (key: string): number => places.get(key) ?? places.size,
    valueOf: (key: string, value: unknown): string => {
      if (value === null || value === undefined) return '';
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        return valueWords(byKey.get(key), value, speech);
      return JSON.stringify(value);
    },
  };
}

export type FieldWords = ReturnType<typeof useFieldWords>;
