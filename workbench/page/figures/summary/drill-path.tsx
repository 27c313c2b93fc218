import { useMessages } from '@consulting/design/language';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { type Scope, useHere } from '../view/address';
import { useDisciplineLabels } from '../view/disciplines';
import type { WbsNode } from '../view/queries';
import classes from './drill-path.module.css';
import { type Place, pathTo, placeSettings } from './place';

interface Step {
  label: string;
  place: Place;
}

export function DrillPath({ scope, root, place }: { scope: Scope; root: WbsNode; place: Place }) {
  const { figures } = useMessages();
  const here = useHere();
  const labelOf = useDisciplineLabels(scope);
  const whole: Step = { label: figures.everything, place: { discipline: null, wbs: null, above: null } };
  const { discipline, wbs, above } = place;
  const ofDiscipline: Step[] =
    discipline === null
      ? []
      : [{ label: labelOf(discipline), place: { discipline, wbs: null, above: null } }];
  const ofWbs: Step[] = (wbs === null ? [] : (pathTo(root, wbs) ?? [])).map((node) => ({
    label: `${node.wbsCode} ${node.name ?? ''}`,
    place: { discipline, wbs: node.wbsCode, above: null },
  }));
  const ofRest: Step[] = above === null ? [] : [{ label: figures.noItem, place }];
  const last = useStoredFocus(JSON.stringify(place));
  const steps = [whole, ...ofDiscipline, ...ofWbs, ...ofRest];
  return (
    <nav aria-label={figures.drillPath}>
      <ol className={classes.path}>
        {steps.map((step, at) => (
          <li key={step.label} className={classes.step}>
            {at === steps.length - 1 ? (
              <span ref={last} tabIndex={-1} aria-current="location" className={classes.here}>
                {step.label}
              </span>
            ) : (
              <Link href={here(placeSettings(step.place))}>{step.label}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A chosen mark disappears from the chart, so the focus moves to the current step of the path. */
function useStoredFocus(place: string) {
  const element = useRef<HTMLSpanElement>(null);
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [place]);
  return element;
}
