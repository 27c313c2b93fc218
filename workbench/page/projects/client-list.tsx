import { useFormats, useMessages } from '@consulting/design/language';
import { RecordList } from '@consulting/foundation/records/list';
import { useSession } from '@consulting/foundation/session';
import { Link } from 'wouter';
import classes from './list.module.css';
import { Status } from './status';

export default function ClientList() {
  const { clients, form, choices, counts } = useMessages().projects;
  const { number } = useFormats();
  const { canWriteCommon, canWriteClient } = useSession();
  const words = {
    title: clients.title,
    add: clients.create,
    submit: form.create,
    edit: form.editClient,
    empty: clients.begin,
    emptyTitle: clients.noneYet,
  };
  return (
    <RecordList
      of="clients"
      canAdd={canWriteCommon}
      isWritable={({ id }) => canWriteClient(id)}
      words={words}
      remove={({ name }) => ({ question: clients.removeQuestion({ name: String(name) }) })}
      cells={{
        name: ({ name, code }) => (
          <div className={classes.named}>
            <strong>{String(name)}</strong>
            <span className="quiet">{String(code)}</span>
          </div>
        ),
        status: ({ status }) => <Status value={String(status)} names={choices.clientStatus} />,
        projectCount: ({ id, projectCount }) =>
          projectCount === 0 ? (
            number(0)
          ) : (
            <Link href={`/?client=${id}`}>{counts.projects({ count: Number(projectCount) })}</Link>
          ),
      }}
    />
  );
}
