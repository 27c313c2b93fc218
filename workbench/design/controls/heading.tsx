import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useMessages } from '../language/language';

const MovedContext = createContext(false);

/** The first view leaves the focus where the browser begins, so this remembers whether the person has moved. */
export function Arrivals({ path, children }: { path: string; children: ReactNode }) {
  const [first] = useState(path);
  const [hasMoved, setMoved] = useState(false);
  if (!hasMoved && path !== first) setMoved(true);
  return <MovedContext value={hasMoved}>{children}</MovedContext>;
}

interface HeadingProps {
  ref: RefObject<HTMLHeadingElement | null>;
  tabIndex: -1;
  'data-title': '';
}

/** The heading takes the focus when its view was just opened, so that it is read out and what follows comes next. */
export function useHeading(): HeadingProps {
  const { shell } = useMessages();
  const ref = useRef<HTMLHeadingElement>(null);
  const isArrival = useRef(useContext(MovedContext));
  useEffect(() => {
    if (isArrival.current) ref.current?.focus();
  }, []);
  useEffect(() => {
    const names = [...document.querySelectorAll('[data-title]')].map(({ textContent }) => textContent);
    document.title = [...names.toReversed(), shell.title].join(' · ');
  });
  return { ref, tabIndex: -1, 'data-title': '' };
}
