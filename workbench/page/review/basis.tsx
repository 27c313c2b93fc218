import { EmptyState, TextField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Form, Loaded } from '@consulting/foundation/components';
import { SaveBar, useEdits } from '@consulting/foundation/records';
import { useSession } from '@consulting/foundation/session';
import type { Scope } from '../figures/view/address';
import { useVersions, type Version } from '../figures/view/queries';
import { SectionFacts } from './basis-facts';
import classes from './review.module.css';
import {
  type EstimateBasis,
  type ReviewAnswer,
  type ServicePath,
  useBasis,
  useBasisUpdate,
} from './review-queries';

interface Props {
  scope: Scope;
  answer: ReviewAnswer;
}

const newestDraft = (versions: readonly Version[]) =>
  versions
    .filter(({ status }) => status === 'draft')
    .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0];

export function BasisOfEstimate({ scope, answer }: Props) {
  const { review } = useMessages();
  const versions = useVersions(scope);
  const { projectId, serviceId, estimationId } = scope;
  if (serviceId === undefined) return <EmptyState words={review.chooseService} />;
  return (
    <Loaded query={versions}>
      {(data) => {
        const version = data.find(({ id }) => id === estimationId) ?? newestDraft(data);
        return version === undefined ? (
          <EmptyState words={review.basis.noVersion} />
        ) : (
          <OfVersion key={version.id} service={{ projectId, serviceId }} {...{ version, answer }} />
        );
      }}
    </Loaded>
  );
}

interface VersionProps {
  service: ServicePath;
  version: Version;
  answer: ReviewAnswer;
}

function OfVersion({ service, version, answer }: VersionProps) {
  const { review } = useMessages();
  const path = { ...service, estimationId: version.id };
  const query = useBasis(path);
  const name = `${version.versionLabel} · ${version.name}`;
  return (
    <section className={classes.part} aria-label={review.basis.of({ name })}>
      <h2>{review.basis.of({ name })}</h2>
      {version.status !== 'draft' && <p className="quiet">{review.basis.fixed}</p>}
      <Loaded query={query}>
        {(basis) => <Document {...{ path, basis, answer }} readAgain={query.refetch} />}
      </Loaded>
    </section>
  );
}

interface DocumentProps {
  path: ServicePath & { estimationId: string };
  basis: EstimateBasis;
  answer: ReviewAnswer;
  readAgain: () => Promise<{ data?: EstimateBasis | undefined }>;
}

function Document({ path, basis, answer, readAgain }: DocumentProps) {
  const { review } = useMessages();
  const { canWrite } = useSession();
  const edits = useEdits<string>(`basis ${path.estimationId}`, basis.version);
  const saving = useBasisUpdate(path, edits.clear);
  const { sections } = review.basis;
  const keys = Object.keys(sections) as (keyof typeof sections)[];
  const save = () => {
    const texts = Object.entries(edits.values).map(([key, text]) => [key, text.trim() || null] as const);
    saving.mutate({ version: edits.version, sections: Object.fromEntries(texts) });
  };
  return (
    <Form error={saving.error} fields={keys.map((key) => `sections.${key}`)} onSubmit={save}>
      {keys.map((key) => (
        <section key={key} className={classes.section} aria-label={sections[key]}>
          {canWrite && basis.status === 'draft' ? (
            <TextField
              label={sections[key]}
              name={`sections.${key}`}
              value={edits.values[key] ?? basis.sections[key] ?? ''}
              onChange={(text) => edits.edit(key, text)}
              maxLength={8000}
              isMultiline
            />
          ) : (
            <div>
              <h3>{sections[key]}</h3>
              <p className={basis.sections[key] ? classes.text : 'quiet'}>
                {basis.sections[key] ?? review.basis.unwritten}
              </p>
            </div>
          )}
          <SectionFacts section={key} answer={answer} />
        </section>
      ))}
      {basis.status === 'draft' && <SaveBar {...{ edits, saving, readAgain }} />}
    </Form>
  );
}
