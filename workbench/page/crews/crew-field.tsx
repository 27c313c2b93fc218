import { useState } from 'react';
import { ComboField } from '../components/combo-field';
import { useMessages } from '../language/language';
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
  const [text, setText] = useState('');
  const typed = text === value?.label ? '' : text;
  const { data: crews = [] } = useServiceCrews(owner);
  const { data: found } = useLibraryCrews({ words: typed, limit: libraryDisplayed });
  const fromLibrary = (name: string) => words.fromLibrary({ name });
  const options = crewOptions(typed, { crews, library: found?.data ?? [], fromLibrary });
  return (
    <ComboField
      label={words.crew}
      isSearched
      isDisabled={isDisabled}
      choices={options.map(({ code, label }) => ({ id: code, label }))}
      inputValue={text}
      onInputChange={(next) => {
        setText(next);
        if (next === '') onChange(null);
      }}
      selectedKey={value?.code ?? null}
      onSelectionChange={(key) => {
        const chosen = options.find(({ code }) => code === key);
        if (!chosen) return;
        onChange(chosen);
        setText(chosen.label);
      }}
    />
  );
}
