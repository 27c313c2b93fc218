import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, useApi } from '../../api/client';
import { ComboField } from '../../components/combo-field';

interface ChosenTrade {
  tradeCode: string;
  laborDesignation: string;
}

interface Props {
  label: string;
  name: string;
  value: ChosenTrade;
  onChange: (trade: ChosenTrade) => void;
}

const choicesMax = 50;

const nameOf = ({ tradeCode, laborDesignation }: ChosenTrade) => `${tradeCode} ${laborDesignation}`.trim();

export function TradeField({ label, name, value, onChange }: Props) {
  const api = useApi();
  const present = nameOf(value);
  const [text, setText] = useState(present);
  // The API looks for one text in code or designation; further words are looked for in what it found.
  const [search, ...others] = text === present ? [] : text.toLowerCase().split(' ').filter(Boolean);
  const { data } = useQuery({
    queryKey: ['trades', 'choices', search],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/v1/crew-trades', {
          params: { query: { search, isActive: true, sort: ['tradeCode,sortOrder'], limit: choicesMax } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const found = (data?.data ?? []).filter((trade) =>
    others.every((word) => nameOf(trade).toLowerCase().includes(word)),
  );
  const choices = found.map((trade) => ({
    id: nameOf(trade),
    label: trade.tradeName === null ? nameOf(trade) : `${nameOf(trade)}, ${trade.tradeName}`,
  }));
  return (
    <ComboField
      label={label}
      name={name}
      isSearched
      choices={choices}
      inputValue={text}
      onInputChange={setText}
      selectedKey={present === '' ? null : present}
      onSelectionChange={(key) => {
        const chosen = found.find((trade) => nameOf(trade) === key);
        if (!chosen) return;
        onChange({ tradeCode: chosen.tradeCode, laborDesignation: chosen.laborDesignation });
        setText(nameOf(chosen));
      }}
    />
  );
}
