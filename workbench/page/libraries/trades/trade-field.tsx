import { SearchedField, useSearchText } from '@consulting/design/controls';
import { useRead } from '@consulting/foundation/api';
import { keepPreviousData } from '@tanstack/react-query';

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
  const current = nameOf(value);
  const typed = useSearchText(current);
  const { data } = useRead(
    ['trades', 'choices', typed.search],
    '/v1/crew-trades',
    {
      query: {
        words: typed.search || undefined,
        isActive: true,
        sort: ['tradeCode,sortOrder'],
        limit: choicesMax,
      },
    },
    { placeholderData: keepPreviousData },
  );
  const choices = (data?.data ?? []).map(({ tradeCode, laborDesignation, tradeName }) => {
    const id = nameOf({ tradeCode, laborDesignation });
    return { id, label: tradeName === null ? id : `${id}, ${tradeName}`, tradeCode, laborDesignation };
  });
  return (
    <SearchedField
      {...{ label, name, typed, choices }}
      value={current || null}
      textOf={nameOf}
      onChoose={({ tradeCode, laborDesignation }) => onChange({ tradeCode, laborDesignation })}
    />
  );
}
