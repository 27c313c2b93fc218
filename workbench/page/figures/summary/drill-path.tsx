import { useMessages } from '@consulting/design/language';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { type Scope, useHere } from '../view/address';
import { useDisciplineLabels } from '../view/disciplines';
import type { WbsNode } from '../view/queries';
import classes from './drill-path.module.css';
import { useGroupWords } from './group-words';
import { everywhere, type Place, pathTo, placeSettings } from './place';

interface Step {
  label: string;
  place: Place;
}

export function DrillPath({ scope, root, place }: { scope: Scope; root: WbsNode; place: Place }) {
  const { figures } = useMessages();
  const here = useHere();
  const labelOf = useDisciplineLabels(scope);
  const { nameOf } = useGroupWords();
  const { discipline, fields, wbs, above } = place;
  const whole: Step = { label: figures.everything, place: everywhere };
  const ofDiscipline: Step[] =
    discipline === null ? [] : [{ label: labelOf(discipline), place: { ...everywhere, discipline } }];
  const ofFields: Step[] = fields.map(({ field, value }, at) => ({
    label: nameOf(field, value),
    place: { ...everywhere, discipline, fields: fields.slice(0, at + 1) },
  }));
  const ofWbs: Step[] = (wbs === null ? [] : (pathTo(root, wbs) ?? [])).map((node) => ({
    label: `${node.wbsCode} ${node.name ?? ''}`,
    place: { discipline, fields, wbs: node.wbsCode, above: null },
  }));
  const ofRest: Step[] = above === null ? [] : [{ label: figures.noItem, place }];
  const last = useStoredFocus(JSON.stringify(place));
  const steps = [whole, ...ofDiscipline, ...ofFields, ...ofWbs, ...ofRest];
  return (
    <nav aria-label={figures.drillPath}>
      <ol className={classes.path}>
        {steps.map((step, at) => (
          <li key={JSON.stringify(step.place)} className={classes.step}>
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
