import { SelectField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Card, Loaded } from '@consulting/foundation/components';
import type { ServiceCrew } from '@consulting/labour';
import { useSettings } from '../view/address';
import { BuildUp } from './build-up';
import { useCrewRates } from './crew-queries';
import classes from './crews.module.css';

interface Props {
  projectId: string;
  crews: readonly ServiceCrew[];
}

export function CrewChoice({ projectId, crews }: Props) {
  const { figures } = useMessages();
  const [search, change] = useSettings();
  const named = search.get('crew');
  const crew = crews.find(({ id }) => id === named) ?? crews[0];
  const id = crew?.id ?? '';
  const rates = useCrewRates(projectId, crew);
  const choices = crews.map((one) => ({ id: one.id, label: `${one.crewCode} ${one.name ?? ''}`.trim() }));
  return (
    <Card title={figures.crews.buildUp}>
      <div className={classes.choice}>
        <SelectField
          label={figures.crews.crew}
          choices={choices}
          value={id}
          onChange={(key) => change({ crew: String(key) })}
        />
      </div>
      <Loaded query={rates}>{(data) => <BuildUp rates={data} />}</Loaded>
    </Card>
  );
}
