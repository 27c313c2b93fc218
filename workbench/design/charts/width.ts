import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

// An upright page of A4 or letter is as wide, between the margins that browsers leave; what is drawn for the screen would be cut.
const pageWidth = 640;

export function useWidth<T extends HTMLElement>(): [RefObject<T | null>, number] {
  const element = useRef<T>(null);
  const [width, setWidth] = useState(0);
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const print = () => flushSync(() => setPrinted(true));
    const leave = () => setPrinted(false);
    addEventListener('beforeprint', print);
    addEventListener('afterprint', leave);
    return () => {
      removeEventListener('beforeprint', print);
      removeEventListener('afterprint', leave);
    };
  }, []);
  return [element, isPrinted ? Math.min(width, pageWidth) : width];
}
