import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Api, answered, useApi } from '../api/client';
import { Loaded, View } from '../components/view';
import { useLanguage } from '../language/language';
import { useSession } from '../session/session';
import { Grid } from './grid/grid';
import { createCellText } from './lines/cell-text';
import { attemptsOf } from './lines/changes';
import { columnsOf, fieldsOf } from './lines/columns';
import { type LineQuery, totalsOptions } from './lines/line-queries';
import { useWrites } from './lines/use-writes';
import { type Field, useTakeoffView } from './takeoff-view';

const readProject = (api: Api, projectId: string) =>
  answered(api.GET('/v1/projects/{projectId}', { params: { path: { projectId } } }));

const readFields = async (api: Api) => (await answered(api.GET('/api/v1/mto/fields'))).data;

const fieldsKeptMs = 300_000;

export default function Takeoff({ projectId }: { projectId: string }) {
  const api = useApi();
  const { messages } = useLanguage();
  const project = useQuery({
    queryKey: ['project', projectId],
    queryFn: () => readProject(api, projectId),
  });
  const fields = useQuery({
    queryKey: ['takeoff-fields'],
    queryFn: () => readFields(api),
    staleTime: fieldsKeptMs,
  });
  return (
    <View title={messages.takeoff.title}>
      <Loaded query={project}>
        {({ currency }) => (
          <Loaded query={fields}>
            {(known) => <TakeoffLines projectId={projectId} currency={currency} fields={known} />}
          </Loaded>
        )}
      </Loaded>
    </View>
  );
}

interface Props {
  projectId: string;
  currency: string;
  fields: readonly Field[];
}

function TakeoffLines({ projectId, currency, fields: allFields }: Props) {
  const api = useApi();
  const { locale, formats, messages } = useLanguage();
  const { takeoff } = messages;
  const { canWrite } = useSession();
  const [view, changeView] = useTakeoffView();
  const { discipline, columns: chosen } = view;
  const fields = useMemo(() => fieldsOf(allFields, discipline), [allFields, discipline]);
  const columns = useMemo(
    () => columnsOf(fields, chosen, discipline, currency),
    [fields, chosen, discipline, currency],
  );
  const query: LineQuery = useMemo(() => {
    const { columns: _, ...selection } = view;
    return { projectId, ...selection, fields: columns.map(({ key }) => key) };
  }, [projectId, view, columns]);
  const cellText = useMemo(() => createCellText(locale, formats, takeoff.grid), [locale, formats, takeoff]);
  const [said, say] = useState('');
  const [widths, setWidths] = useState<Record<string, number>>({});
  const totals = useQuery(
    totalsOptions(
      api,
      query,
      columns
        .filter(({ isSummed }) => isSummed)
        .map(({ key }) => key)
        .slice(0, 20),
    ),
  );
  const writes = useWrites(query, () => {});
  const attempts = useMemo(
    () => attemptsOf(writes.underway, writes.held, columns, cellText),
    [writes.underway, writes.held, columns, cellText],
  );
  return (
    <Grid
      caption={takeoff.grid.caption}
      query={query}
      columns={columns}
      sums={totals.data?.sums}
      cellText={cellText}
      widths={widths}
      isNarrow={false}
      onWiden={(key, width) => setWidths((present) => ({ ...present, [key]: width }))}
      onSort={(sort) => changeView({ sort })}
      attempts={attempts}
      edits={canWrite ? { store: writes.store, undo: () => {}, redo: () => {} } : null}
      say={say}
      onFailed={() => {}}
    >
      {() => <p role="status">{said}</p>}
    </Grid>
  );
}
