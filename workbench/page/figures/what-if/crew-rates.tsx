import { Disclosed, NumberField } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { type ServiceCrew, useServiceCrews } from '@consulting/labour';
import { type Scope, useSettings } from '../view/address';
import { type CrewRate, crewSettings, type Supposed } from './changes';
import classes from './what-if.module.css';

const none: CrewRate = { labourRate: null, equipmentRate: null };

/** Another rate of a crew does not change lines whose rate was entered by hand. */
export function CrewRates({ scope, supposed }: { scope: Scope; supposed: Supposed }) {
  const { whatIf } = useMessages().figures;
  const { data } = useServiceCrews(scope);
  const crews = [...new Map((data ?? []).map((crew) => [crew.crewCode, crew])).values()];
  const count = Object.keys(supposed.crews).length;
  if (crews.length === 0) return null;
  return (
    <Disclosed title={whatIf.crewRates({ count })} isOpenAtFirst={count > 0}>
      <p className="quiet">{whatIf.crewRatesNote}</p>
      <div className={classes.crews}>
        {crews.map((crew) => (
          <CrewFields key={crew.crewCode} crew={crew} rate={supposed.crews[crew.crewCode] ?? none} />
        ))}
      </div>
    </Disclosed>
  );
}

function CrewFields({ crew, rate }: { crew: ServiceCrew; rate: CrewRate }) {
  const { whatIf } = useMessages().figures;
  const formats = useFormats();
  const [, change] = useSettings();
  const { crewCode, name, rates } = crew;
  const set = (other: Partial<CrewRate>) => change(crewSettings(crewCode, { ...rate, ...other }), true);
  const typed = (value: number) => (Number.isNaN(value) ? null : value);
  const serialise = (value: number | null | undefined) =>
    whatIf.now({ rate: value === null || value === undefined ? '–' : formats.number(value, 4) });
  return (
    <fieldset className={classes.crew}>
      <legend>{`${crewCode} ${name ?? ''}`.trim()}</legend>
      <NumberField
        label={whatIf.labourRate}
        hint={serialise(rates?.labourRatePerManHour)}
        minValue={0}
        value={rate.labourRate ?? Number.NaN}
        onChange={(value) => set({ labourRate: typed(value) })}
      />
      <NumberField
        label={whatIf.equipmentRate}
        hint={serialise(rates?.equipmentRatePerManHour)}
        minValue={0}
        value={rate.equipmentRate ?? Number.NaN}
        onChange={(value) => set({ equipmentRate: typed(value) })}
      />
    </fieldset>
  );
}
