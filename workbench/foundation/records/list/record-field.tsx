import { SearchedField, useSearchText } from '@consulting/design/controls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Stored, useCollection } from '../collection';
import { type Loose, nameOf } from '../fields';

interface Props {
  of: 'projects' | 'clients';
  label: string;
  placeholder?: string;
  name?: string;
  value: string | null;
  onChange: (id: string, label: string) => void;
}

const choicesMax = 50;

export function RecordField({ of, value, onChange, ...field }: Props) {
  const { list, read } = useCollection<Stored & Loose>(of);
  const labelOf = (record: Loose) =>
    typeof record.code === 'string' ? `${record.code} ${nameOf(of, record)}` : nameOf(of, record);
  const chosen = useQuery({
    queryKey: [of, 'one', value],
    queryFn: ({ signal }) => read(value ?? '', signal),
    enabled: value !== null,
  });
  const typed = useSearchText(value !== null && chosen.data ? labelOf(chosen.data) : '');
  const search = typed.search || undefined;
  const { data } = useQuery({
    queryKey: [of, 'choices', search],
    queryFn: ({ signal }) => list({ search, limit: choicesMax }, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <SearchedField
      {...field}
      typed={typed}
      choices={(data?.data ?? []).map((record) => ({ id: record.id, label: labelOf(record) }))}
      value={value}
      onChoose={({ id, label }) => onChange(id, label)}
    />
  );
}
