import { Notice, TabSet } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { Loaded } from '@consulting/foundation/components';
import { type Scope, useSettings } from '../figures/view/address';
import { BasisOfEstimate } from './basis';
import { Checks } from './checks';
import { ClassOfEstimate } from './class-table';
import { Ratios } from './ratios';
import classes from './review.module.css';
import { type ReviewAnswer, useReview } from './review-queries';

const parts = ['checks', 'ratios', 'class', 'basis'] as const;

export const Review = ({ scope }: { scope: Scope }) => (
  <Loaded query={useReview(scope)} form="table">
    {(answer) => <Reviewed scope={scope} answer={answer} />}
  </Loaded>
);

function Reviewed({ scope, answer }: { scope: Scope; answer: ReviewAnswer }) {
  const { review } = useMessages();
  const [search, change] = useSettings();
  const part = parts.find((one) => one === search.get('part')) ?? 'checks';
  const contents = {
    checks: <Checks {...{ scope, answer }} />,
    ratios: <Ratios {...{ scope, answer }} />,
    class: <ClassOfEstimate {...{ scope, answer }} />,
    basis: <BasisOfEstimate {...{ scope, answer }} />,
  };
  return (
    <div className={classes.review}>
      <Verdict answer={answer} />
      {scope.serviceId === undefined && <p className="quiet">{review.chooseService}</p>}
      <TabSet
        label={review.check}
        selectedKey={part}
        onSelectionChange={(key) => change({ part: key === 'checks' ? null : String(key) }, true)}
        tabs={parts.map((id) => ({ id, label: review.parts[id], content: contents[id] }))}
      />
    </div>
  );
}

function Verdict({ answer: { ready, checks, estimationId, generatedAt } }: { answer: ReviewAnswer }) {
  const { review } = useMessages();
  const { time } = useFormats();
  const blockers = checks.filter(({ severity, dismissed }) => severity === 'blocker' && dismissed === null);
  const at = { at: time(generatedAt) };
  return (
    <Notice
      kind={ready ? 'success' : 'warning'}
      title={ready ? review.ready : review.notReady({ count: blockers.length })}
    >
      <p className="quiet">{estimationId === null ? review.at(at) : review.stored(at)}</p>
    </Notice>
  );
}
