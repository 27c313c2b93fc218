import { useFormats, useMessages } from '@consulting/design/language';
import { Link } from 'wouter';
import { shareOf, usedElements, useMeasureFormats } from '../view/measures';
import type { Summary } from '../view/queries';
import classes from './headline.module.css';

export function Headline({ summary: { totals, currency, projectId } }: { summary: Summary }) {
  const { figures } = useMessages();
  const formats = useFormats();
  const { amount } = useMeasureFormats(currency);
  if (totals.itemCount === 0)
    return (
      <p className={classes.empty}>
        {figures.noLines} <Link href={`/projects/${projectId}/import`}>{figures.toImport}</Link>
      </p>
    );
  return (
    <section aria-label={figures.headline} className={classes.headline}>
      <dl className={classes.total}>
        <dt>{figures.totalCost}</dt>
        <dd>{amount(totals.totalCost)}</dd>
      </dl>
      <dl className={classes.parts}>
        {usedElements([totals]).map((element) => (
          <div key={element} className={classes.part}>
            <dt>{figures.elements[element]}</dt>
            <dd>
              {formats.number(totals[element], 2)}
              <span className={classes.share}>
                {formats.percent(shareOf(totals[element], totals.totalCost))}
              </span>
            </dd>
          </div>
        ))}
        <div className={classes.part}>
          <dt>{figures.manHours}</dt>
          <dd>{formats.number(totals.totalManHours, 1)}</dd>
        </div>
        <div className={classes.part}>
          <dt>{figures.lines}</dt>
          <dd>{formats.number(totals.itemCount)}</dd>
        </div>
      </dl>
    </section>
  );
}
