import { useSettled } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { useAsk } from '@consulting/foundation/api';
import type { Project } from '@consulting/foundation/project';
import { type Loose, partOf } from '@consulting/foundation/records';
import { type ServiceCrew, useServiceCrews } from '@consulting/labour';
import { keepPreviousData } from '@tanstack/react-query';
import classes from './cost-entries.module.css';

const rateDecimals = 2;

/** The crew that prices most lines, of a service that may still be repriced. */
function exampleCrew(crews: readonly ServiceCrew[], project: Project): ServiceCrew | undefined {
  const open = new Set(
    project.services.filter(({ status }) => status !== 'approved').map(({ serviceId }) => serviceId),
  );
  return crews
    .filter(({ serviceId, rates, ratesLocked }) => open.has(serviceId) && rates !== null && !ratesLocked)
    .toSorted((one, other) => (other.takeoffLineCount ?? 0) - (one.takeoffLineCount ?? 0))[0];
}

/** The API calculates what the typed entries would make of a crew and of the total; nothing is stored. */
export function EffectOfEntries({ project, displayed }: { project: Project; displayed: Loose }) {
  const { data: crews = [] } = useServiceCrews({ projectId: project.id, serviceId: undefined });
  const crew = exampleCrew(crews, project);
  if (!crew) return null;
  const entries = { labour: partOf(displayed, 'labour'), equipment: partOf(displayed, 'equipment') };
  return <EffectOnCrew project={project} crew={crew} entries={entries} />;
}

interface Props {
  project: Project;
  crew: ServiceCrew;
  entries: { labour: Loose; equipment: Loose };
}

function EffectOnCrew({ project, crew, entries }: Props) {
  const { indirect } = useMessages().projects;
  const { number, money } = useFormats();
  const { serviceId, crewCode } = crew;
  const asked = useSettled(entries);
  const effect = useAsk(
    ['indirect-effect', project.id, crew.id, crew.version, asked],
    '/v1/projects/{projectId}/services/{serviceId}/reprice',
    {
      path: { projectId: project.id, serviceId },
      body: { crews: [crewCode], indirectCosts: asked as object, dryRun: true },
    },
    { retry: false, placeholderData: keepPreviousData },
  );
  const [repriced] = effect.data?.crews ?? [];
  const before = repriced?.before?.totalRate ?? null;
  const after = repriced?.after?.totalRate ?? null;
  if (effect.error || !effect.data || before === null || after === null) return null;
  const rates = { crew: crewCode, before: number(before, rateDecimals), after: number(after, rateDecimals) };
  const { totalCost } = effect.data.total;
  const service = project.services.find((one) => one.serviceId === serviceId)?.name ?? '';
  const total = {
    service,
    before: money(totalCost.before, project.currency),
    after: money(totalCost.after, project.currency),
  };
  return (
    <p role="status" className={classes.effect} aria-busy={effect.isFetching}>
      <strong>{before === after ? indirect.effectNone(rates) : indirect.effectOnCrew(rates)}</strong>{' '}
      {totalCost.difference !== 0 && indirect.effectTotal(total)}
    </p>
  );
}
