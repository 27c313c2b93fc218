import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Place {
  top: number;
  left: number;
}

const placesMax = 20;
const places = new Map<string, Place>();

function remember(key: string, place: Place): void {
  places.delete(key);
  places.set(key, place);
  const [oldest] = places.keys();
  if (places.size > placesMax && oldest !== undefined) places.delete(oldest);
}

/** Who comes back to the same lines finds them where they were left; other lines begin at their top. */
export function useRememberedScroll(
  element: RefObject<HTMLElement | null>,
  searched: string,
  isKnown: boolean,
): void {
  const isArrival = useRef(true);
  useLayoutEffect(() => {
    const grid = element.current;
    if (!grid || !isKnown) return undefined;
    const { top, left } = (isArrival.current && places.get(searched)) || { top: 0, left: grid.scrollLeft };
    isArrival.current = false;
    grid.scrollTop = top;
    grid.scrollLeft = left;
    return () => remember(searched, { top: grid.scrollTop, left: grid.scrollLeft });
  }, [element, searched, isKnown]);
}
