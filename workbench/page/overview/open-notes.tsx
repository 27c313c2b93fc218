import { useFormats, useMessages } from '@consulting/design/language';
import { useRead } from '@consulting/foundation/api';
import { Card, ProblemNotice } from '@consulting/foundation/components';
import { viewParameters } from '@consulting/takeoff-lines';
import { Link } from 'wouter';
import classes from './overview.module.css';

const displayedMax = 4;

export function OpenNotes({ projectId }: { projectId: string }) {
  const { projects } = useMessages();
  const { time } = useFormats();
  const { data, error } = useRead(
    ['notes', 'takeoff-lines', 'open', projectId],
    '/api/v1/notes/{recordType}',
    {
      path: { recordType: 'takeoff-lines' },
      query: { projectId, open: true, limit: displayedMax },
    },
  );
  if (!error && !data?.total) return null;
  const open = { conditions: [{ field: 'hasOpenNotes', operator: 'equals' as const, value: true }] };
  const view = viewParameters({ serviceId: null, discipline: null, filters: open });
  return (
    <Card title={projects.overview.notes}>
      {error && <ProblemNotice error={error} />}
      <ul className={classes.list}>
        {data?.data.map(({ noteId, text, createdBy, createdAt }) => (
          <li key={noteId}>
            <div className={classes.note}>{text}</div>
            <div className="quiet">{projects.overview.byAt({ who: createdBy, when: time(createdAt) })}</div>
          </li>
        ))}
      </ul>
      {data && (
        <Link href={`/projects/${projectId}/takeoff?${new URLSearchParams(view)}`}>
          {projects.overview.notedLines({ count: data.total })}
        </Link>
      )}
    </Card>
  );
}
