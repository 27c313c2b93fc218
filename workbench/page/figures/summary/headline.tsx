import { EmptyState } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { WhyButton } from '@consulting/explanation';
import { linesThatCount } from '@consulting/takeoff-lines';
import { Link } from 'wouter';
import type { Scope } from '../view/address';
import { shareOf, usedElements, useMeasureFormats } from '../view/measures';
import type { Summary } from '../view/queries';
import classes from './headline.module.css';

const totalOf = ({ projectId, serviceId, estimationId }: Scope) => ({
  ...{ projectId, serviceId: serviceId ?? null, estimationId },
  ...{ discipline: null, search: '', filters: { conditions: [...linesThatCount] } },
});

interface Props {
  scope: Scope;
  summary: Summary;
}

export function Headline({ scope, summary: { totals, currency, projectId } }: Props) {
  const { figures } = useMessages();
  const formats = useFormats();
  const { amount } = useMeasureFormats(currency);
  const why = (field: string, of: string) => (
    <WhyButton of={of} question={{ total: { ...totalOf(scope), field } }} />
  );
  if (totals.itemCount === 0)
    return (
      <EmptyState words={figures.noLines}>
        <Link href={`/projects/${projectId}/import`}>{figures.toImport}</Link>
      </EmptyState>
    );
  return (
    <section aria-label={figures.headline} className={classes.headline}>
      <dl className={classes.total}>
        <dt>{figures.totalCost}</dt>
        <dd>
          {amount(totals.totalCost)} {why('totalCost', figures.totalCost)}
        </dd>
      </dl>
      <dl className={classes.parts}>
        {usedElements([totals]).map((element) => (
          <div key={element} className={classes.part}>
            <dt>{figures.elements[element]}</dt>
            <dd>
              {formats.number(totals[element], 2)} {why(element, figures.elements[element])}
              <span className={classes.share}>
                {formats.percent(shareOf(totals[element], totals.totalCost))}
              </span>
            </dd>
          </div>
        ))}
        <div className={classes.part}>
          <dt>{figures.manHours}</dt>
          <dd>
            {formats.number(totals.totalManHours, 1)} {why('totalManHours', figures.manHours)}
          </dd>
        </div>
        <div className={classes.part}>
          <dt>{figures.lines}</dt>
          <dd>{formats.number(totals.itemCount)}</dd>
        </div>
      </dl>
    </section>
  );
}
