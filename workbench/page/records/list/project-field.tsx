import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, useApi } from '../../api/client';
import { ComboField } from '../../components/combo-field';
import { useMessages } from '../../language/language';

interface Props {
  value: string | null;
  onChange: (projectId: string) => void;
}

const choicesMax = 50;

interface Project {
  code: string | null;
  name: string;
}

const labelOf = ({ code, name }: Project) => (code === null ? name : `${code} ${name}`);

export function ProjectField({ value, onChange }: Props) {
  const api = useApi();
  const { crews } = useMessages().libraries;
  const chosen = useQuery({
    queryKey: ['projects', 'one', value],
    queryFn: ({ signal }) =>
      answered(api.GET('/v1/projects/{projectId}', { params: { path: { projectId: value ?? '' } }, signal })),
    enabled: value !== null,
  });
  const current = value !== null && chosen.data ? labelOf(chosen.data) : '';
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? current;
  const search = text === current || text === '' ? undefined : text;
  const { data } = useQuery({
    queryKey: ['projects', 'choices', search],
    queryFn: ({ signal }) =>
      answered(api.GET('/v1/projects', { params: { query: { search, limit: choicesMax } }, signal })),
    placeholderData: keepPreviousData,
  });
  return (
    <ComboField
      label={crews.project}
      placeholder={crews.chooseProject}
      isSearched
      choices={(data?.data ?? []).map((project) => ({ id: project.id, label: labelOf(project) }))}
      inputValue={text}
      onInputChange={setTyped}
      selectedKey={value}
      onSelectionChange={(key) => {
        const found = data?.data.find(({ id }) => id === key);
        if (!found) return;
        setTyped(labelOf(found));
        onChange(found.id);
      }}
    />
  );
}
