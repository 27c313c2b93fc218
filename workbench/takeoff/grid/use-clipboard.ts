import { useMessages } from '@consulting/design/language';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Range, rowCount, runsOf } from './range';
import type { useCut } from './use-cut';
import type { RangeEdits } from './use-range-edits';

interface Context {
  ranges: readonly Range[];
  edits: RangeEdits;
  cutting: ReturnType<typeof useCut>;
  canPaste: boolean;
  say: (text: string) => void;
  failed: (error: unknown) => void;
}

export type Clipboard = Record<'copy' | 'cut' | 'paste', () => void>;

const isSame = (one: string, other: string) =>
  one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n');

/** The browser sends clipboard events to the document alone, so the focus of the grid is checked. */
export function useClipboard(
  element: RefObject<HTMLDivElement | null>,
  { ranges, edits, cutting, canPaste, say, failed }: Context,
): Clipboard {
  const words = useMessages().takeoff.grid;
  const isHere = () =>
    (ranges[0]?.firstRow ?? -1) >= 0 &&
    element.current !== null &&
    document.activeElement === element.current;
  const copy = (event: ClipboardEvent): string | Promise<string> | null => {
    const text = edits.copied(ranges);
    if (text === null) return null;
    event.preventDefault();
    if (typeof text === 'string') event.clipboardData?.setData('text/plain', text);
    return typeof text === 'string'
      ? text
      : text.then((late) => navigator.clipboard.writeText(late).then(() => late));
  };
  function copied(text: string | Promise<string> | null): void {
    if (text === null) return;
    cutting.giveUp();
    Promise.resolve(text).then(() => say(words.copied({ count: rowCount(runsOf(ranges)) })), failed);
  }
  function take(copyThem: () => string | Promise<string> | null): void {
    const [range, ...others] = ranges;
    if (!canPaste || !range) return;
    if (others.length > 0) say(words.notCut);
    const text = others.length > 0 ? null : copyThem();
    if (text !== null) cutting.take(range, text).catch(failed);
  }
  function paste(text: string): void {
    const [range] = ranges;
    if (!canPaste || text === '' || !range) return;
    const { cut } = cutting;
    if (cut && isSame(cut.text, text)) cutting.move(cut, range).catch(failed);
    else edits.paste(ranges, text);
  }
  const copying = useEffectEvent((event: ClipboardEvent) => copied(isHere() ? copy(event) : null));
  const taking = useEffectEvent((event: ClipboardEvent) => {
    if (isHere()) take(() => copy(event));
  });
  const pasting = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!isHere() || !canPaste || text === '') return;
    event.preventDefault();
    paste(text);
  });
  useEffect(() => {
    const events = {
      copy: (event: ClipboardEvent) => copying(event),
      cut: (event: ClipboardEvent) => taking(event),
      paste: (event: ClipboardEvent) => pasting(event),
    };
    document.addEventListener('copy', events.copy);
    document.addEventListener('cut', events.cut);
    document.addEventListener('paste', events.paste);
    return () => {
      document.removeEventListener('copy', events.copy);
      document.removeEventListener('cut', events.cut);
      document.removeEventListener('paste', events.paste);
    };
  }, []);
  const written = () => {
    const text = edits.copied(ranges);
    return text && Promise.resolve(text).then((late) => navigator.clipboard.writeText(late).then(() => late));
  };
  return useStable({
    copy: () => copied(written()),
    cut: () => take(written),
    paste: () => navigator.clipboard.readText().then(paste, () => say(words.notRead)),
  });
}

// The menu outlives what is rendered while it is open.
function useStable(acts: Clipboard): Clipboard {
  const current = useRef(acts);
  useLayoutEffect(() => {
    current.current = acts;
  });
  const [stable] = useState<Clipboard>(() => ({
    copy: () => current.current.copy(),
    cut: () => current.current.cut(),
    paste: () => current.current.paste(),
  }));
  return stable;
}
