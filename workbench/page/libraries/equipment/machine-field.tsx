import { SearchedField, useSearchText } from '@consulting/design/controls';
import { useRead } from '@consulting/foundation/api';
import { keepPreviousData } from '@tanstack/react-query';

interface Props {
  label: string;
  name: string;
  value: string;
  onChange: (equipmentCode: string) => void;
}

const choicesMax = 50;

export function MachineField({ label, name, value, onChange }: Props) {
  const typed = useSearchText(value);
  const search = typed.search || undefined;
  const { data } = useRead(
    ['equipment', 'choices', search],
    '/api/v1/equipment',
    { query: { search, isActive: true, sort: ['equipmentCode'], limit: choicesMax } },
    { placeholderData: keepPreviousData },
  );
  const choices = (data?.data ?? []).map((machine) => ({
    id: machine.equipmentCode,
    label: `${machine.equipmentCode}, ${machine.name}`,
  }));
  return (
    <SearchedField
      {...{ label, name, typed, choices }}
      value={value || null}
      textOf={({ id }) => id}
      onChoose={({ id }) => onChange(id)}
    />
  );
}
