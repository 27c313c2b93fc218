import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';

const MovedContext = createContext(false);

/** Knows whether the person has moved within the page: the first view leaves the focus where the browser begins. */
export function Arrivals({ path, children }: { path: string; children: ReactNode }) {
  const [first] = useState(path);
  const [hasMoved, setMoved] = useState(false);
  if (!hasMoved && path !== first) setMoved(true);
  return <MovedContext value={hasMoved}>{children}</MovedContext>;
}

/** Takes the focus to the heading of a view that was just opened, so that it is read out and what follows comes next. */
export function useArrival(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMoved = useContext(MovedContext);
  const focusesFirst = useRef(hasMoved);
  useEffect(() => {
    if (focusesFirst.current) heading.current?.focus();
  }, []);
  return heading;
}
