import { useMessages } from '@consulting/design/language';
import { Card } from '@consulting/foundation/components';
import { RecordPage, useLibraryWords } from '@consulting/foundation/records/list';
import { CrewMembers } from './crew-members';
import { CrewRate } from './crew-rate';
import type { Crew } from './crew-record';
import classes from './crews.module.css';
import { DuplicateCrew } from './duplicate-crew';
import { membersPart } from './members-part';

export const CrewPage = ({ id }: { id: string }) => (
  <RecordPage<Crew>
    of="crews"
    id={id}
    words={useLibraryWords('crews')}
    edit={{ after: membersPart }}
    actions={(crew) => <DuplicateCrew crew={crew} />}
  >
    {(crew) => (
      <>
        <CrewMembers crew={crew} />
        <CrewRate crew={crew} />
        <Usage crew={crew} />
      </>
    )}
  </RecordPage>
);

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
