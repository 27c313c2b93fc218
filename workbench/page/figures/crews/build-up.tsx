import { Notice, Terms } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { useMeasureFormats } from '../view/measures';
import type { CrewRates } from './crew-queries';
import classes from './crews.module.css';
import { Machines } from './machines';
import { Members } from './members';
import { SideBuildUp } from './side-build-up';

const rateDecimals = 4;

export function BuildUp({ rates }: { rates: CrewRates }) {
  const { figures } = useMessages();
  const { labour, equipment, result, warnings } = rates;
  return (
    <>
      <Headline rates={rates} />
      {warnings.length > 0 && (
        <Notice kind="warning" title={figures.crews.warnings({ count: warnings.length })}>
          <ul className={classes.warnings}>
            {warnings.map(({ code, message, member }) => (
              <li key={`${code} ${member}`}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      {labour.members.length > 0 && (
        <>
          <h3>{figures.crews.labour}</h3>
          <Members rates={rates} />
          <SideBuildUp rates={rates} side="labour" hours={result.manHours} />
        </>
      )}
      {equipment.members.length > 0 && (
        <>
          <h3>{figures.crews.equipment}</h3>
          <Machines rates={rates} />
          <SideBuildUp rates={rates} side="equipment" hours={result.machineHours} />
        </>
      )}
      <AllIn rates={rates} />
    </>
  );
}

function Headline({ rates: { result, currency, location, workWeek } }: { rates: CrewRates }) {
  const { crews } = useMessages().figures;
  const formats = useFormats();
  const { amount } = useMeasureFormats(currency);
  const rate = (value: number | null) => (value === null ? '–' : formats.number(value, rateDecimals));
  const { province, region, country, year, quarter, projectType } = location;
  const place = [province ?? region ?? country, [year, quarter].filter(Boolean).join(' '), projectType];
  const terms = [
    { label: crews.allIn({ currency }), value: rate(result.totalRatePerManHour) },
    { label: crews.labourRate({ currency }), value: rate(result.labourRatePerManHour) },
    { label: crews.equipmentRate({ currency }), value: rate(result.equipmentRatePerManHour) },
    { label: crews.perDay, value: amount(result.costPerDay) },
  ];
  return (
    <>
      <p className="quiet">
        {crews.terms({
          place: place.filter(Boolean).join(', '),
          days: workWeek.daysPerWeek,
          hours: workWeek.hoursPerDay,
        })}
      </p>
      <Terms className={classes.rates} terms={terms.map((term) => ({ ...term, className: classes.rate }))} />
    </>
  );
}

function AllIn({ rates: { labour, equipment, result, escalationPercent, currency } }: { rates: CrewRates }) {
  const { crews } = useMessages().figures;
  const formats = useFormats();
  if (result.manHours === 0) return null;
  const money = (value: number) => formats.number(value, 2);
  const rate = (value: number | null) => formats.number(value ?? 0, rateDecimals);
  const hours = formats.number(result.manHours);
  const escalation = escalationPercent === 0 ? '' : ` × (1 + ${formats.percent(escalationPercent, 4)})`;
  return (
    <section aria-label={crews.sum} className={classes.sum}>
      <p>
        {formats.named(crews.labour, money(labour.subtotals.L4))} ÷ {hours} h{escalation} ={' '}
        {rate(result.labourRatePerManHour)}
      </p>
      <p>
        {formats.named(crews.equipment, money(equipment.subtotals.E4))} ÷ {hours} h{escalation} ={' '}
        {rate(result.equipmentRatePerManHour)}
      </p>
      <p>
        <strong>
          {crews.allIn({ currency })}: {rate(result.labourRatePerManHour)} +{' '}
          {rate(result.equipmentRatePerManHour)} = {rate(result.totalRatePerManHour)}
        </strong>
      </p>
    </section>
  );
}
