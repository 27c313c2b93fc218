import { IconButton, SearchField } from '@consulting/design/controls';
import { ArrowDown, ArrowUp, X } from '@consulting/design/icons';
import { useFormats, useMessages } from '@consulting/design/language';
import { ProblemNotice } from '@consulting/foundation/components';
import { type KeyboardEvent, useState } from 'react';
import type { Selected } from '../grid/grid';
import type { Column } from '../lines/columns';
import type { LineQuery } from '../lines/line-queries';
import classes from './find.module.css';
import { linesWalkedMax, type Match, useFind } from './use-find';

interface Props {
  query: LineQuery;
  columns: readonly Column[];
  selected: Selected;
  onClose: () => void;
}

export function FindBar({ query, columns, selected, onClose }: Props) {
  const words = useMessages().takeoff.find;
  const [text, setText] = useState('');
  const [found, setFound] = useState<{ text: string; match: Match | 'tooDeep' } | null>(null);
  const finding = useFind(query, columns, selected.lines);
  const step = (by: 1 | -1) => {
    if (text === '' || finding.isPending) return;
    const last = found?.text === text && found.match !== 'tooDeep' ? found.match : null;
    const at = last && last.total > 0 ? (last.at + by + last.total) % last.total : 0;
    const wanted = { text, at, from: last?.row ?? 0, step: by };
    finding.mutate(wanted, {
      onSuccess: (match) => {
        setFound({ text, match });
        if (match !== 'tooDeep' && match.row !== null) selected.reveal(match.row, match.key);
      },
    });
  };
  const close = () => {
    onClose();
    selected.goTo(selected.active.row, columns[selected.active.column]?.key);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={classes.bar} aria-label={words.title} onKeyDownCapture={press}>
      <SearchField label={words.title} value={text} onChange={setText} autoFocus />
      <IconButton label={words.previous} onPress={() => step(-1)}>
        <ArrowUp />
      </IconButton>
      <IconButton label={words.next} onPress={() => step(1)}>
        <ArrowDown />
      </IconButton>
      <p role="status" aria-busy={finding.isPending}>
        {found?.text === text && <Outcome match={found.match} />}
      </p>
      <IconButton label={words.close} onPress={close}>
        <X />
      </IconButton>
      {finding.error && <ProblemNotice error={finding.error} />}
    </search>
  );
}

function Outcome({ match }: { match: Match | 'tooDeep' }) {
  const words = useMessages().takeoff.find;
  const { number } = useFormats();
  if (match === 'tooDeep') return words.tooDeep;
  if (match.total === 0) return words.none;
  const place = words.place({ at: number(match.at + 1), total: number(match.total) });
  return match.row === null ? `${place} ${words.far({ max: number(linesWalkedMax) })}` : place;
}
