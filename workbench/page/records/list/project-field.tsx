import { SearchedField, useSearchText } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { keepPreviousData } from '@tanstack/react-query';
import { useRead } from '../../api/read';

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
  const { crews } = useMessages().libraries;
  const chosen = useRead(
    ['projects', 'one', value],
    '/v1/projects/{projectId}',
    { path: { projectId: value ?? '' } },
    { enabled: value !== null },
  );
  const typed = useSearchText(value !== null && chosen.data ? labelOf(chosen.data) : '');
  const search = typed.search || undefined;
  const { data } = useRead(
    ['projects', 'choices', search],
    '/v1/projects',
    { query: { search, limit: choicesMax } },
    { placeholderData: keepPreviousData },
  );
  return (
    <SearchedField
      label={crews.project}
      placeholder={crews.chooseProject}
      typed={typed}
      choices={(data?.data ?? []).map((project) => ({ id: project.id, label: labelOf(project) }))}
      value={value}
      onChoose={({ id }) => onChange(id)}
    />
  );
}
