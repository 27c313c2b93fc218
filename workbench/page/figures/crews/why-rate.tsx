import { CloseAction, Dialog, Notice } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { TreeNode, Why } from '@consulting/explanation';
import classes from '@consulting/explanation/explanation.module.css';
import { Loaded } from '@consulting/foundation/components';
import { nameOfCrew, type ServiceCrew, type Side } from '@consulting/labour';
import { Link } from 'wouter';
import { useMeasureFormats } from '../view/measures';
import { type CrewRates, useCrewRates } from './crew-queries';
import { type Member, nameOf, useMemberWords } from './members';
import { type Step, useSteps } from './side-build-up';

interface Props {
  crew: ServiceCrew;
  side: Side;
}

export function WhyRate({ crew, side }: Props) {
  const { crews, explanation } = useMessages();
  const title = explanation.title({ field: crews[`${side}Rate`], line: nameOfCrew(crew) });
  return (
    <Why of={`${crew.crewCode}, ${crews[`${side}Rate`]}`}>
      {(onClose) => (
        <Dialog title={title} form="wide" isOpen onClose={onClose}>
          <RateTree crew={crew} side={side} title={title} />
          <CloseAction />
        </Dialog>
      )}
    </Why>
  );
}

function RateTree({ crew, side, title }: Props & { title: string }) {
  const { explanation } = useMessages();
  const key = `${side}RatePerManHour` as const;
  return (
    <Loaded query={useCrewRates(crew.projectId, crew)}>
      {(rates) => (
        <>
          {rates.result[key] !== crew.rates?.[key] && (
            <Notice kind="warning" title={explanation.crewChanged} />
          )}
          <ul className={classes.tree} aria-label={title}>
            <Rate rates={rates} side={side} />
          </ul>
        </>
      )}
    </Loaded>
  );
}

interface OfSide {
  rates: CrewRates;
  side: Side;
}

const How = ({ text }: { text: string }) => (text === '' ? null : <p className={classes.origin}>{text}</p>);

function Rate({ rates, side }: OfSide) {
  const { crews, figures } = useMessages();
  const { number, percent } = useFormats();
  const { result, escalationPercent, currency } = rates;
  const hours = side === 'labour' ? result.manHours : result.machineHours;
  const steps = useSteps({ rates, side, hours });
  const [cost] = steps.slice(-1);
  const rise = escalationPercent === 0 ? '' : ` × (1 + ${percent(escalationPercent, 4)})`;
  const unit = <span className={classes.unit}> {currency}/h</span>;
  return (
    <TreeNode
      label={crews[`${side}Rate`]}
      value={
        <>
          {number(result[`${side}RatePerManHour`] ?? 0, 4)}
          {unit}
        </>
      }
      how={<How text={`= ${number(cost?.value ?? 0, 2)} ÷ ${number(result.manHours)} h${rise}`} />}
      isOpen
    >
      <Level steps={steps} isOpen {...{ rates, side }} />
      <TreeNode label={figures.crews.manHours} value={`${number(result.manHours)} h`}>
        {rates.labour.members.map((member) => (
          <TreeNode key={nameOf(member)} label={nameOf(member)} value={`${number(member.manHours)} h`} />
        ))}
      </TreeNode>
    </TreeNode>
  );
}

// The last of the steps is a sum: of the changes just before it and of the sum before these.
function Level({ steps, isOpen, ...of }: OfSide & { steps: readonly Step[]; isOpen: boolean }) {
  const { amount } = useMeasureFormats(of.rates.currency);
  const level = steps.at(-1);
  if (!level) return null;
  const before = steps.slice(0, -1);
  const at = before.findLastIndex(({ kind }) => kind === 'level') + 1;
  return (
    <TreeNode
      label={level.label}
      value={amount(level.value)}
      how={<How text={level.entry} />}
      isOpen={isOpen}
    >
      {at === 0 ? <Members {...of} /> : <Level steps={before.slice(0, at)} isOpen={false} {...of} />}
      {before.slice(at).map(({ id, label, value, entry }) => (
        <TreeNode key={id} label={label} value={amount(value)} how={<How text={entry} />} />
      ))}
    </TreeNode>
  );
}

function Members({ rates: { labour, equipment, currency }, side }: OfSide) {
  const { amount } = useMeasureFormats(currency);
  const { number } = useFormats();
  if (side === 'labour')
    return labour.members.map((member) => (
      <TreeNode
        key={nameOf(member)}
        label={nameOf(member)}
        value={amount(member.cost)}
        how={<Card member={member} />}
      />
    ));
  return equipment.members.map((one) => (
    <TreeNode
      key={one.equipmentCode}
      label={one.equipmentCode}
      value={amount(one.cost)}
      how={
        <How
          text={`${number(one.quantity)} × (${number(one.operatingHours)} × ${number(one.operatingRate, 4)} + ${number(one.standbyHours)} × ${number(one.standbyRate, 4)})`}
        />
      }
    />
  ));
}

function Card({ member }: { member: Member }) {
  const { crews } = useMessages().figures;
  const { week } = useMemberWords();
  return (
    <p className={classes.origin}>
      {week(member)} ·{' '}
      {member.memberId === null ? (
        crews.byHand
      ) : (
        <Link href={`/libraries/rate-cards/${member.memberId}`}>{crews.card}</Link>
      )}
    </p>
  );
}
