import { useMemo } from 'react';
import { useLanguage } from '../../language/language';
import { valueWords } from '../filter/sentence';
import type { Field } from '../takeoff-view';

/** Labels of fields, and their values as the person writes them, for what the registry has and what it has not. */
export function useFieldWords(fields: readonly Field[]) {
  const { messages, formats, locale } = useLanguage();
  const byKey = useMemo(() => new Map(fields.map((field) => [field.key, field])), [fields]);
  const speech = { words: messages.takeoffTools.filter, formats, locale };
  return {
    labelOf: (key: string): string => byKey.get(key)?.label ?? key,
    orderOf: (key: string): number => {
      const at = [...byKey.keys()].indexOf(key);
      return at < 0 ? byKey.size : at;
    },
    /** Empty for a field without a value. */
    valueOf: (key: string, value: unknown): string => {
      if (value === null || value === undefined) return '';
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        return valueWords(byKey.get(key), value, speech);
      return JSON.stringify(value);
    },
  };
}

export type FieldWords = ReturnType<typeof useFieldWords>;
