import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Range } from './range';
import type { RangeEdits } from './use-range-edits';

/** The browser sends clipboard events to the document alone, so the focus of the grid is checked. */
export function useClipboard(
  element: RefObject<HTMLDivElement | null>,
  range: Range,
  edits: RangeEdits,
  { canPaste, copied }: { canPaste: boolean; copied: () => void },
): void {
  const isHere = () =>
    range.firstRow >= 0 && element.current !== null && document.activeElement === element.current;
  const copying = useEffectEvent((event: ClipboardEvent) => {
    if (!isHere()) return;
    const text = edits.copied(range);
    if (text === null) return;
    event.preventDefault();
    if (typeof text === 'string') event.clipboardData?.setData('text/plain', text);
    Promise.resolve(text)
      .then((late) => (typeof text === 'string' ? undefined : navigator.clipboard.writeText(late)))
      .then(copied);
  });
  const pasting = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain');
    if (!isHere() || !canPaste || !text) return;
    event.preventDefault();
    edits.paste(range, text);
  });
  useEffect(() => {
    const copy = (event: ClipboardEvent) => copying(event);
    const paste = (event: ClipboardEvent) => pasting(event);
    document.addEventListener('copy', copy);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('paste', paste);
    };
  }, []);
}
