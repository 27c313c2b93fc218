import { useFormats, useMessages } from '@consulting/design/language';
import { useFields } from '@consulting/foundation/api';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useHere } from '../figures/view/address';
import classes from './review.module.css';
import type { ReviewAnswer } from './review-queries';

interface Props {
  section: string;
  answer: ReviewAnswer;
}

type Facts = ReviewAnswer['basis']['facts'];
type Shares = 'quantitySources' | 'priceSources' | 'crews';

const sharesListed = 8;

// The facts of the data that belong to a section; sections without any are text alone.
export function SectionFacts({ section, answer }: Props) {
  const { review } = useMessages();
  const words = review.basis;
  const { facts } = answer.basis;
  const contents: Readonly<Record<string, ReactNode>> = {
    methodology: (
      <>
        <ShareList title={words.quantities} of="quantitySources" facts={facts} />
        <ShareList title={words.prices} of="priceSources" facts={facts} />
      </>
    ),
    design: <Deliverables answer={answer} />,
    planning: <ShareList title={words.crews} of="crews" facts={facts} />,
    cost: <Costs answer={answer} />,
    exceptions: <DismissedChecks facts={facts} />,
    reconciliation: <Revisions answer={answer} />,
    benchmarking: <OutsideRatios answer={answer} />,
  };
  const content = contents[section];
  if (content === undefined) return null;
  const sections: Readonly<Record<string, string>> = words.sections;
  return (
    <aside className={classes.facts} aria-label={words.facts({ section: sections[section] ?? section })}>
      {content}
    </aside>
  );
}

interface ListProps {
  title: string;
  items: readonly { key: string; text: ReactNode }[];
}

const FactList = ({ title, items }: ListProps) =>
  items.length === 0 ? null : (
    <div>
      <strong>{title}</strong>
      <ul>
        {items.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </div>
  );

const fieldOf: Readonly<Record<Shares, string>> = {
  quantitySources: 'quantitySource',
  priceSources: 'priceSource',
  crews: 'crewCode',
};

function ShareList({ title, of, facts }: { title: string; of: Shares; facts: Facts }) {
  const { review } = useMessages();
  const { percent } = useFormats();
  const { data: fields } = useFields();
  const choices = fields?.find(({ key }) => key === fieldOf[of])?.enum ?? [];
  const nameOf = (source: string | null) =>
    source === null ? review.basis.without : (choices.find(({ value }) => value === source)?.label ?? source);
  const items = facts[of].slice(0, sharesListed).map(({ source, percent: share }) => ({
    key: source ?? '',
    text: review.basis.share({ name: nameOf(source), percent: percent(share ?? 0) }),
  }));
  return <FactList title={title} items={items} />;
}

function Deliverables({ answer }: { answer: ReviewAnswer }) {
  const { review } = useMessages();
  const { deliverables, levels, mark } = review.maturity;
  const names: Readonly<Record<string, string>> = deliverables;
  const items = (answer.class?.deliverables ?? []).map(({ key, maturity }) => ({
    key,
    text: mark({ deliverable: names[key] ?? key, maturity: levels[maturity] }),
  }));
  return <FactList title={review.parts.class} items={items} />;
}

function Costs({ answer }: { answer: ReviewAnswer }) {
  const { basis } = useMessages().review;
  const { date, number } = useFormats();
  const { books, exchangeRates } = answer.basis.facts;
  return (
    <>
      <FactList
        title={basis.books}
        items={books.map(({ code, updatedAt, lines }) => ({
          key: code,
          text: basis.book({ code, at: date(updatedAt), lines }),
        }))}
      />
      <FactList
        title={basis.rates}
        items={exchangeRates.map(({ currency, rate }) => ({
          key: currency,
          text: basis.rate({ from: currency, rate: number(rate), to: answer.currency ?? '' }),
        }))}
      />
    </>
  );
}

function DismissedChecks({ facts }: { facts: Facts }) {
  const { review } = useMessages();
  const { named } = useFormats();
  const items = facts.dismissed.map(({ code, reason, by }) => ({
    key: code,
    text: `${named(review.checks[code], reason)} (${by})`,
  }));
  return <FactList title={review.basis.dismissed} items={items} />;
}

function Revisions({ answer }: { answer: ReviewAnswer }) {
  const { basis } = useMessages().review;
  const here = useHere();
  const search = here({ part: null }).split('?')[1];
  const path = `/projects/${answer.projectId}/figures/revisions`;
  return <Link href={search ? `${path}?${search}` : path}>{basis.revisions}</Link>;
}

function OutsideRatios({ answer }: { answer: ReviewAnswer }) {
  const { review } = useMessages();
  const items = answer.ratios
    .filter(({ outside }) => outside)
    .map(({ key }) => ({ key, text: review.ratio.keys[key] }));
  return <FactList title={review.basis.outside} items={items} />;
}
