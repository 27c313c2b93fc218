import { ComboField } from '@consulting/design/controls';
import { nameIn, useMessages } from '@consulting/design/language';
import { type KeyboardEvent, useState } from 'react';
import { explained } from './category-words';
import { categoriesOf, type Side } from './cost-categories';

interface Props {
  side: Side;
  known: readonly string[];
  onAdd: (category: string) => void;
}

/** Enter adds what was typed, and does not send the form. */
export function NewCategory({ side, known, onAdd }: Props) {
  const { projects, indirectCategories } = useMessages();
  const [text, setText] = useState('');
  const offered = categoriesOf(side)
    .filter(({ category }) => !known.includes(category))
    .map(({ category }) => ({
      id: category,
      name: nameIn(indirectCategories.names, category),
      label: `${nameIn(indirectCategories.names, category)}: ${explained(side, category, indirectCategories)}`,
    }));
  const typed = text.trim().toLowerCase();
  const found = offered.filter(({ label }) => label.toLowerCase().includes(typed));
  const add = (category: string) => {
    if (category !== '' && !known.includes(category)) onAdd(category);
    setText('');
  };
  const entered = (event: KeyboardEvent<HTMLDivElement>) => {
    const input = event.target;
    if (event.key !== 'Enter' || !(input instanceof HTMLInputElement)) return;
    if (input.getAttribute('aria-activedescendant')) return;
    event.preventDefault();
    event.stopPropagation();
    add(offered.find(({ name }) => name.toLowerCase() === typed)?.id ?? text.trim());
  };
  return (
    <div onKeyDownCapture={entered}>
      <ComboField
        label={projects.indirect.newCategory}
        hint={projects.indirect.newCategoryHint}
        isSearched
        allowsCustomValue
        choices={found}
        inputValue={text}
        onInputChange={setText}
        selectedKey={null}
        onSelectionChange={(key) => key !== null && add(String(key))}
      />
    </div>
  );
}
