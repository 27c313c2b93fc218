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
  const current = nameOf(value);
  const [text, setText] = useState(current);
  const words = text === current ? '' : text.trim();
  const { data } = useQuery({
    queryKey: ['trades', 'choices', words],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/v1/crew-trades', {
          params: {
            query: {
              words: words || undefined,
              isActive: true,
              sort: ['tradeCode,sortOrder'],
              limit: choicesMax,
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const found = data?.data ?? [];
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
      selectedKey={current === '' ? null : current}
      onSelectionChange={(key) => {
        const chosen = found.find((trade) => nameOf(trade) === key);
        if (!chosen) return;
        onChange({ tradeCode: chosen.tradeCode, laborDesignation: chosen.laborDesignation });
        setText(nameOf(chosen));
      }}
    />
  );
}
