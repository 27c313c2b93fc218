import { useState } from 'react';
import { ComboField } from './combo-field';
import type { Choice, Described } from './fields';

/** The text of what was chosen is no search for others. */
export function useSearchText(current: string) {
  const [typed, setText] = useState<string | null>(null);
  const text = typed ?? current;
  return { text, setText, search: text === current ? '' : text.trim() };
}

interface Props<T extends Choice> extends Described {
  typed: { text: string; setText: (text: string) => void };
  choices: readonly T[];
  value: string | null;
  onChoose: (choice: T) => void;
  textOf?: (choice: T) => string;
  onEmpty?: () => void;
  name?: string;
  placeholder?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
}

export function SearchedField<T extends Choice>(props: Props<T>) {
  const { typed, choices, value, onChoose, textOf = ({ label }) => label, onEmpty, ...field } = props;
  return (
    <ComboField
      {...field}
      isSearched
      choices={choices}
      inputValue={typed.text}
      onInputChange={(text) => {
        typed.setText(text);
        if (text === '') onEmpty?.();
      }}
      value={value}
      onChange={(key) => {
        const chosen = choices.find(({ id }) => id === key);
        if (!chosen) return;
        typed.setText(textOf(chosen));
        onChoose(chosen);
      }}
    />
  );
}
