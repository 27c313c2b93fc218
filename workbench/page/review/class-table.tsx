import { type Column, column, EmptyState, Table } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Form, Loaded } from '@consulting/foundation/components';
import { SaveBar, useEdits } from '@consulting/foundation/records';
import { useSession } from '@consulting/foundation/session';
import type { Scope } from '../figures/view/address';
import classes from './review.module.css';
import {
  type Deliverable,
  type EstimateClass,
  type Maturity,
  type ReviewAnswer,
  type ServicePath,
  useClassUpdate,
  useEstimateClass,
} from './review-queries';

interface Props {
  scope: Scope;
  answer: ReviewAnswer;
}

const levels = ['none', 'started', 'preliminary', 'complete'] as const satisfies readonly Maturity[];

export function ClassOfEstimate({ scope: { projectId, serviceId }, answer }: Props) {
  const { review } = useMessages();
  if (serviceId === undefined) return <EmptyState words={review.chooseService} />;
  return <OfService service={{ projectId, serviceId }} answer={answer} />;
}

function OfService({ service, answer }: { service: ServicePath; answer: ReviewAnswer }) {
  const query = useEstimateClass(service);
  return (
    <Loaded query={query} form="table">
      {(data) => (
        <div className={classes.part}>
          <Supported data={data} answer={answer} />
          <Rated {...{ service, data }} readAgain={query.refetch} />
        </div>
      )}
    </Loaded>
  );
}

function Supported({ data, answer }: { data: EstimateClass; answer: ReviewAnswer }) {
  const { review, projects } = useMessages();
  const words = review.maturity;
  const { estimateClass } = projects.choices;
  const names: Readonly<Record<string, string>> = words.deliverables;
  const own = answer.class?.estimateClass as keyof typeof estimateClass | null | undefined;
  return (
    <div>
      <p className={classes.supports}>
        {data.supports === null
          ? words.unsupported
          : words.supported({ class: estimateClass[data.supports] })}{' '}
        {own && words.ofVersion({ class: estimateClass[own] })}
      </p>
      {data.limitedBy.length > 0 && data.supports !== '1' && (
        <p className="quiet">
          {words.limited({ names: data.limitedBy.map((key) => names[key] ?? key).join(', ') })}
        </p>
      )}
      <p className="quiet">{words.hint}</p>
    </div>
  );
}

interface RatedProps {
  service: ServicePath;
  data: EstimateClass;
  readAgain: () => Promise<{ data?: EstimateClass | undefined }>;
}

type Rating = Maturity | null;

function Rated({ service, data, readAgain }: RatedProps) {
  const edits = useEdits<Rating>(`class ${service.serviceId}`, data.version);
  const saving = useClassUpdate(service, edits.clear);
  const ratings = data.deliverables.map(({ key, maturity }) => ({
    key,
    maturity: key in edits.values ? edits.values[key] : maturity,
  }));
  const save = () => {
    const deliverables = ratings.flatMap(({ key, maturity }) => (maturity ? [{ key, maturity }] : []));
    saving.mutate({ version: edits.version, deliverables });
  };
  return (
    <Form error={saving.error} fields={[]} onSubmit={save}>
      <Matrix data={data} edited={edits.values} onRate={edits.edit} />
      <SaveBar {...{ edits, saving, readAgain }} />
    </Form>
  );
}

interface MatrixProps {
  data: EstimateClass;
  edited: Readonly<Record<string, Rating>>;
  onRate: (key: string, maturity: Rating) => void;
}

function Matrix({ data, edited, onRate }: MatrixProps) {
  const { review, projects } = useMessages();
  const { canWrite } = useSession();
  const words = review.maturity;
  // What every estimate needs cannot be left out: without an entry it counts as none.
  const rated = ({ key, maturity, isRequired }: Deliverable) =>
    (key in edited ? edited[key] : maturity) ?? (isRequired ? 'none' : null);
  const level = (maturity: Rating, title: string): Column<Deliverable> =>
    column(maturity ?? 'notApplicable', title, (row) =>
      maturity === null && row.isRequired ? (
        <span className="quiet">{words.required}</span>
      ) : (
        <input
          type="radio"
          className={classes.radio}
          name={row.key}
          aria-label={words.mark({ deliverable: words.deliverables[row.key], maturity: title })}
          checked={rated(row) === maturity}
          disabled={!canWrite}
          onChange={() => onRate(row.key, maturity)}
        />
      ),
    );
  return (
    <Table<Deliverable>
      caption={review.parts.class}
      rows={data.deliverables}
      rowKey={({ key }) => key}
      columns={[
        column('deliverable', words.deliverable, ({ key }) => words.deliverables[key]),
        level(null, words.notApplicable),
        ...levels.map((one) => level(one, words.levels[one])),
        column('supports', words.supports, ({ key, supports }) =>
          key in edited || supports === null ? '–' : projects.choices.estimateClass[supports],
        ),
      ]}
    />
  );
}
