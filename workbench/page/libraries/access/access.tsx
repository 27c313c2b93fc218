import type { components } from '@consulting/client/api';
import { useMessages } from '@consulting/design/language';
import { RecordNames } from '@consulting/foundation/records';
import { Library, type Row } from '@consulting/foundation/records/list';
import classes from './access.module.css';
import { isChosen, reachPart } from './reach-part';
import { newSubject, subjectPart } from './subject-part';

type Grant = components['schemas']['Grant'];

const grantOf = (row: Row) => row as unknown as Grant;
const add = { before: subjectPart, after: reachPart(), initial: () => ({ subject: newSubject }) };

export function Access() {
  const { grants, choices } = useMessages().libraries;
  return (
    <Library
      of="grants"
      add={add}
      remove={(row) => ({ question: grants.removeQuestion({ name: grantOf(row).subject.name }) })}
      cells={{
        subject: (row) => {
          const { kind, name } = grantOf(row).subject;
          return (
            <div className={classes.subject}>
              <strong>{name}</strong>
              <span className="quiet">{choices[kind]}</span>
            </div>
          );
        },
        clientIds: (row) => {
          const grant = grantOf(row);
          if (grant.isUnlimited) return grants.all;
          return isChosen(grant) ? <RecordNames of="clients" ids={grant.clientIds} /> : grants.nothing;
        },
        projectIds: (row) => <RecordNames of="projects" ids={grantOf(row).projectIds} />,
      }}
    />
  );
}
