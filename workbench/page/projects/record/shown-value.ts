import { useFormats, useMessages } from '../../language/language';
import { nameIn } from '../../language/messages';
import type { FieldSpec } from './field-specs';

export function useShownValue() {
  const { projects } = useMessages();
  const formats = useFormats();
  return (field: FieldSpec, value: unknown): string => {
    if (value === null || value === undefined) return projects.form.unset;
    if (typeof value === 'boolean') return value ? projects.form.yes : projects.form.no;
    if (typeof value === 'number')
      return field.kind === 'number' && field.isYear ? String(value) : formats.number(value);
    if (field.kind === 'rows' && Array.isArray(value)) return formats.number(value.length);
    if (Array.isArray(value)) return value.join(', ');
    if (typeof value !== 'string') return '';
    if (field.kind === 'date') return formats.date(value);
    if (field.kind !== 'choice') return value;
    return nameIn(projects.choices[field.choices], value);
  };
}
