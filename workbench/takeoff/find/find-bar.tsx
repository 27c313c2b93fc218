import { IconButton, SearchField } from '@consulting/design/controls';
import { ArrowDown, ArrowUp, X } from '@consulting/design/icons';
import { useFormats, useMessages } from '@consulting/design/language';
import { ProblemNotice } from '@consulting/foundation/components';
import type { Field } from '@consulting/takeoff-lines';
import { type KeyboardEvent, useState } from 'react';
import type { Done } from '../bulk/bulk-queries';
import type { Selected } from '../grid/grid';
import type { CellText } from '../lines/cell-text';
import type { Column } from '../lines/columns';
import type { LineQuery } from '../lines/line-queries';
import type { Writes } from '../lines/use-writes';
import classes from './find.module.css';
import { ReplaceDialog } from './replace-dialog';
import { ReplaceRow } from './replace-row';
import { fieldsSought, isMatchAfter, replacedIn, updatesFor } from './replacing';
import { linesWalkedMax, type Match, useFind } from './use-find';

interface Props {
  query: LineQuery;
  columns: readonly Column[];
  fields: readonly Field[];
  cellText: CellText;
  selected: Selected;
  // Null for whoever only finds, or may only read.
  replacing: { writes: Writes; onReplaced: (done: Done) => void } | null;
  onClose: () => void;
}

interface Found {
  text: string;
  match: Match | 'tooDeep';
}

export function FindBar({ query, columns, fields, cellText, selected, replacing, onClose }: Props) {
  const words = useMessages().takeoff.find;
  const [text, setText] = useState('');
  const [by, setBy] = useState('');
  const [isOfAll, setOfAll] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const finding = useFind(query, columns, selected.lines, cellText);
  const replacement = { find: text, with: by };
  const last = found?.text === text && found.match !== 'tooDeep' ? found.match : null;
  const goOn = (step: 1 | -1, then: (match: Match) => Match = (match) => match) => {
    if (text === '' || finding.isPending) return;
    const at = last && last.total > 0 ? (last.at + step + last.total) % last.total : 0;
    finding.mutate(
      { text, at, from: last?.row ?? 0, step },
      {
        onSuccess: (answer) => {
          const match = answer === 'tooDeep' ? answer : then(answer);
          setFound({ text, match });
          if (match !== 'tooDeep' && match.row !== null) selected.reveal(match.row, match.key);
        },
      },
    );
  };
  const sought = fieldsSought(columns, replacement, cellText);
  const replace = () => {
    const changes = last?.line ? replacedIn(last.line, sought, replacement, cellText) : [];
    // The next match is found while this one still is one, so that its place is known.
    goOn(1, (next) => {
      replacing?.writes.store(changes);
      return last && !isMatchAfter(changes, sought) ? withoutOne(last, next) : next;
    });
  };
  const close = () => {
    onClose();
    selected.goTo(selected.active.row, columns[selected.active.column]?.key);
  };
  const press = (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLInputElement;
    if (event.key === 'Enter' && isField) goOn(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <search className={classes.bar} aria-label={words.title} onKeyDownCapture={press}>
        <SearchField label={words.title} value={text} onChange={setText} autoFocus />
        <IconButton label={words.previous} onPress={() => goOn(-1)}>
          <ArrowUp />
        </IconButton>
        <IconButton label={words.next} onPress={() => goOn(1)}>
          <ArrowDown />
        </IconButton>
        <p role="status" aria-busy={finding.isPending}>
          {found?.text === text && <Outcome match={found.match} />}
        </p>
        {replacing && (
          <ReplaceRow
            text={by}
            onChange={setBy}
            isDisabled={text === '' || finding.isPending || replacing.writes.underway.length > 0}
            onReplace={replace}
            onReplaceAll={() => setOfAll(true)}
          />
        )}
        <IconButton label={words.close} onPress={close}>
          <X />
        </IconButton>
        {finding.error && <ProblemNotice error={finding.error} />}
      </search>
      {replacing && isOfAll && (
        <ReplaceDialog
          {...{ query, fields, sought, replacement }}
          updates={updatesFor(sought, replacement, cellText)}
          onClose={() => setOfAll(false)}
          onDone={(done) => {
            setOfAll(false);
            setFound(null);
            replacing.onReplaced(done);
          }}
        />
      )}
    </>
  );
}

function withoutOne(gone: Match, next: Match): Match {
  if (next.line?.id === gone.line?.id) return { ...next, at: 0, total: 0, line: null };
  return { ...next, at: next.at > gone.at ? next.at - 1 : next.at, total: next.total - 1 };
}

function Outcome({ match }: { match: Match | 'tooDeep' }) {
  const words = useMessages().takeoff.find;
  const { number } = useFormats();
  if (match === 'tooDeep') return words.tooDeep;
  if (match.total === 0) return words.none;
  const place = words.place({ at: number(match.at + 1), total: number(match.total) });
  return match.row === null ? `${place} ${words.far({ max: number(linesWalkedMax) })}` : place;
}
