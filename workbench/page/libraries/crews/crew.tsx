import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { answered, useApi } from '../../api/client';
import { Button } from '../../components/button';
import { Card, Loaded } from '../../components/view';
import { useMessages } from '../../language/language';
import { ForWriters } from '../../session/session';
import { FieldCards, RecordView } from '../record/record-view';
import { RemoveDialog } from '../record/remove-dialog';
import { EditCrew } from './crew-dialog';
import { CrewMembers } from './crew-members';
import { CrewRate } from './crew-rate';
import { type Crew, crewFields, crewsKey, readCrew } from './crew-record';
import classes from './crews.module.css';
import { DuplicateCrew } from './duplicate-crew';

export function CrewPage({ id }: { id: string }) {
  const api = useApi();
  const { crews, fields } = useMessages().libraries;
  const query = useQuery({
    queryKey: [crewsKey, 'one', id],
    queryFn: ({ signal }) => readCrew(api, id, signal),
  });
  return (
    <Loaded query={query}>
      {(crew) => (
        <RecordView
          list="crews"
          title={`${crew.code} ${crew.name}`}
          record={crew}
          actions={
            <ForWriters>
              <EditCrew crew={crew} />
              <DuplicateCrew crew={crew} />
              <RemoveCrew crew={crew} />
            </ForWriters>
          }
        >
          <CrewMembers crew={crew} />
          <CrewRate crew={crew} />
          <Usage crew={crew} />
          <FieldCards
            groups={[{ title: crews.crew, fields: crewFields }]}
            labels={fields.crews}
            record={crew}
          />
        </RecordView>
      )}
    </Loaded>
  );
}

function Usage({ crew: { usage } }: { crew: Crew }) {
  const { crews } = useMessages().libraries;
  return (
    <Card title={crews.usage}>
      <ul className={classes.usage}>
        <li>{crews.projects({ count: usage.projectCount })}</li>
        <li>{crews.serviceCrews({ count: usage.serviceCrewCount })}</li>
        {usage.takeoffLineCount !== null && <li>{crews.lines({ count: usage.takeoffLineCount })}</li>}
      </ul>
    </Card>
  );
}

function RemoveCrew({ crew }: { crew: Crew }) {
  const { shell } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const [opened, setOpened] = useState<Crew | null>(null);
  return (
    <>
      <Button kind="danger" onPress={() => setOpened(crew)}>
        {shell.remove}
      </Button>
      {opened && (
        <RemoveDialog
          name={`${opened.code} ${opened.name}`}
          remove={() =>
            answered(
              api.DELETE('/v1/crews/{crewId}', {
                params: { path: { crewId: opened.id }, header: { 'If-Match': `"${opened.version}"` } },
              }),
            )
          }
          onRemoved={() => {
            go('/libraries/crews');
            queries.invalidateQueries({ queryKey: [crewsKey, 'list'] });
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
