import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, useApi } from '../../api/client';
import { ComboField } from '../../components/combo-field';

interface Props {
  label: string;
  name: string;
  value: string;
  onChange: (equipmentCode: string) => void;
}

const choicesMax = 50;

export function MachineField({ label, name, value, onChange }: Props) {
  const api = useApi();
  const [text, setText] = useState(value);
  const search = text === value ? undefined : text;
  const { data } = useQuery({
    queryKey: ['equipment', 'choices', search],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/api/v1/equipment', {
          params: { query: { search, isActive: true, sort: ['equipmentCode'], limit: choicesMax } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const choices = (data?.data ?? []).map((machine) => ({
    id: machine.equipmentCode,
    label: `${machine.equipmentCode}, ${machine.name}`,
  }));
  return (
    <ComboField
      label={label}
      name={name}
      isSearched
      choices={choices}
      inputValue={text}
      onInputChange={setText}
      selectedKey={value === '' ? null : value}
      onSelectionChange={(key) => {
        if (key === null) return;
        onChange(String(key));
        setText(String(key));
      }}
    />
  );
}
