import { SearchedField, useSearchText } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { type CrewOption, crewOptions } from './crew-options';
import { useLibraryCrews } from './library-crews';
import { useServiceCrews } from './service-crews';

interface Props {
  owner: { projectId: string; serviceId: string };
  value: CrewOption | null;
  onChange: (crew: CrewOption | null) => void;
  isDisabled?: boolean;
}

const libraryDisplayed = 50;

export function CrewField({ owner, value, onChange, isDisabled = false }: Props) {
  const { crews: words } = useMessages();
  const typed = useSearchText(value?.label ?? '');
  const { data: crews = [] } = useServiceCrews(owner);
  const { data: found } = useLibraryCrews({ words: typed.search, limit: libraryDisplayed });
  const fromLibrary = (name: string) => words.fromLibrary({ name });
  const options = crewOptions(typed.search, { crews, library: found?.data ?? [], fromLibrary });
  return (
    <SearchedField
      label={words.crew}
      isDisabled={isDisabled}
      typed={typed}
      choices={options.map((option) => ({ id: option.code, label: option.label, option }))}
      value={value?.code ?? null}
      onEmpty={() => onChange(null)}
      onChoose={({ option }) => onChange(option)}
    />
  );
}
