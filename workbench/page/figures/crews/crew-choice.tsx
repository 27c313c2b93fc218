import { useQuery } from '@tanstack/react-query';
import { type Api, answered, useApi } from '../../api/client';
import { SelectField } from '../../components/fields';
import { Card, Loaded } from '../../components/view';
import { useMessages } from '../../language/language';
import { useSettings } from '../address';
import { figuresKey } from '../queries';
import { BuildUp } from './build-up';
import type { ServiceCrew } from './crews';
import classes from './crews.module.css';

const readRates = (api: Api, projectId: string, serviceCrewId: string, signal: AbortSignal) =>
  answered(
    api.POST('/v1/projects/{projectId}/crew-rates', {
      params: { path: { projectId } },
      body: { serviceCrewId },
      signal,
    }),
  );

export type CrewRates = Awaited<ReturnType<typeof readRates>>;

interface Props {
  projectId: string;
  crews: readonly ServiceCrew[];
}

/** The rate of one crew, taken apart. */
export function CrewChoice({ projectId, crews }: Props) {
  const { figures } = useMessages();
  const api = useApi();
  const [search, change] = useSettings();
  const named = search.get('crew');
  const crew = crews.find(({ id }) => id === named) ?? crews[0];
  const id = crew?.id ?? '';
  const rates = useQuery({
    queryKey: [...figuresKey(projectId), 'crew-rates', id, crew?.version],
    queryFn: ({ signal }) => readRates(api, projectId, id, signal),
  });
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
