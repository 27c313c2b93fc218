import { Button, type Column, column, Notice, numberColumn, Table } from '@consulting/design/controls';
import { Plus } from '@consulting/design/icons';
import { useFormats, useMessages } from '@consulting/design/language';
import { answered, useApi } from '@consulting/foundation/api';
import { ProblemNotice } from '@consulting/foundation/components';
import { projectChanged } from '@consulting/foundation/project';
import { Confirm } from '@consulting/foundation/records';
import { ForWriters, useSession } from '@consulting/foundation/session';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { ApproveVersion, WithdrawApproval } from './approval';
import classes from './home.module.css';
import type { EstimationService, Version } from './service-data';
import { Status } from './status';
import { EditVersion, NewVersion } from './version-form';
import { type VersionMove, VersionMoves } from './version-moves';

type Doing = { what: 'create' } | { what: 'edit' | 'restore' | 'approve' | 'revoke'; version: Version };

const called = ({ versionLabel, name }: Version) => `${versionLabel} · ${name}`;

const sheetOf = ({ projectId, serviceId, estimationId }: Version) =>
  `/projects/${projectId}/services/${serviceId}/versions/${estimationId}/sheet`;

const statusAfter = {
  review: 'in-review',
  draft: 'draft',
  withdraw: 'withdrawn',
} as const;

const isPlainMove = (move: VersionMove): move is keyof typeof statusAfter => move in statusAfter;

// A version that moves on while its dialog is open is approved or edited as it is then.
const upToDate = (doing: Doing | null, versions: readonly Version[]): Doing | null =>
  doing && 'version' in doing
    ? { ...doing, version: versions.find(({ id }) => id === doing.version.id) ?? doing.version }
    : doing;

export function Versions({ service }: { service: EstimationService }) {
  const { projects } = useMessages();
  const [begun, setDoing] = useState<Doing | null>(null);
  const [reported, setTold] = useState<string | null>(null);
  const { estimations } = service.details;
  const doing = upToDate(begun, estimations);
  const moving = useMove(service, setTold);
  const approving = useMove(service, setTold);
  const approved = estimations.find(({ status }) => status === 'approved');
  const close = () => setDoing(null);
  const act = (version: Version, move: VersionMove) => {
    setTold(null);
    if (isPlainMove(move)) moving.mutate({ version, status: statusAfter[move] });
    else setDoing({ what: move, version });
  };
  return (
    <section className={classes.panel} aria-label={projects.versions.of({ service: service.name })}>
      <header className={classes.heading}>
        <h3>{projects.versions.title}</h3>
        {service.status !== 'approved' && (
          <ForWriters>
            <Button onPress={() => setDoing({ what: 'create' })}>
              <Plus />
              {projects.versions.create}
            </Button>
          </ForWriters>
        )}
      </header>
      {moving.error && <ProblemNotice error={moving.error} />}
      {reported !== null && <Notice kind="success" title={reported} />}
      {estimations.length === 0 ? (
        <p>{projects.versions.none}</p>
      ) : (
        <VersionTable versions={estimations} isFixed={service.status === 'approved'} onAct={act} />
      )}
      {doing?.what === 'approve' && (
        <ApproveVersion
          service={service}
          version={doing.version}
          name={called(doing.version)}
          former={approved && called(approved)}
          act={(approvalComment) =>
            approving.mutateAsync({ version: doing.version, status: 'approved', approvalComment })
          }
          onClose={close}
        />
      )}
      {doing?.what === 'revoke' && (
        <WithdrawApproval
          name={called(doing.version)}
          act={(approvalComment) =>
            approving.mutateAsync({ version: doing.version, status: 'in-review', approvalComment })
          }
          onClose={close}
        />
      )}
      {doing?.what === 'create' && <NewVersion service={service} onClose={close} />}
      {doing?.what === 'edit' && <EditVersion version={doing.version} onClose={close} />}
      {doing?.what === 'restore' && <Restore version={doing.version} onReported={setTold} onClose={close} />}
    </section>
  );
}

interface Move {
  version: Version;
  status: Version['status'];
  approvalComment?: string | null;
}

function useMove(service: EstimationService, onReported: (words: string) => void) {
  const { projects } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const { projectId, serviceId } = service;
  return useMutation({
    mutationFn: ({ version, ...body }: Move) => {
      const path = { projectId, serviceId, estimationId: version.id };
      const params = { path, header: { 'If-Match': `"${version.version}"` } };
      const address = '/v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}';
      return answered(api.PUT(address, { params, body }));
    },
    onSuccess: async ({ superseded }, { version, status }) => {
      const former = service.details.estimations.find(({ id }) => id === superseded);
      const words = [
        projects.versions.moved({ name: called(version), status: projects.choices.versionStatus[status] }),
      ];
      if (former) words.push(projects.versions.superseded({ name: called(former) }));
      await projectChanged(queries, projectId);
      onReported(words.join(' '));
    },
  });
}

interface TableProps {
  versions: readonly Version[];
  isFixed: boolean;
  onAct: (version: Version, move: VersionMove) => void;
}

type Total = 'lineTotal' | 'escalation' | 'contingency' | 'managementReserve' | 'grandTotal';

function VersionTable({ versions, isFixed, onAct }: TableProps) {
  const { projects, sheet } = useMessages();
  const { number, money } = useFormats();
  const { canWrite } = useSession();
  const total =
    (key: Total) =>
    ({ totals, currency }: Version) =>
      totals === null
        ? projects.list.noFigures
        : key === 'grandTotal'
          ? money(totals[key], currency)
          : number(totals[key], 2);
  const columns: Column<Version>[] = [
    column('version', projects.versions.version, (version) => (
      <div className={classes.named}>
        <strong>{called(version)}</strong>
        <span className="quiet">
          {version.status === 'draft' ? projects.versions.follows : projects.versions.stands}
        </span>
        <Link href={sheetOf(version)} aria-label={sheet.of({ name: called(version) })}>
          {sheet.title}
        </Link>
        {version.approvalComment !== null && <span className="quiet">{version.approvalComment}</span>}
      </div>
    )),
    column('status', projects.fields.status, ({ status }) => (
      <Status value={status} names={projects.choices.versionStatus} />
    )),
    column('class', projects.versions.class, ({ estimateClass }) =>
      estimateClass === null ? '–' : projects.choices.estimateClass[estimateClass],
    ),
    numberColumn('lines', projects.versions.lineTotal, total('lineTotal')),
    numberColumn('escalation', projects.versions.escalation, total('escalation')),
    numberColumn('contingency', projects.versions.contingency, total('contingency')),
    numberColumn('reserve', projects.versions.reserve, total('managementReserve')),
    numberColumn('total', projects.versions.grandTotal, total('grandTotal')),
  ];
  return (
    <Table
      caption={projects.versions.title}
      columns={columns}
      rows={versions}
      rowKey={({ id }) => id}
      below={
        canWrite && !isFixed
          ? (version) => (
              <VersionMoves version={version} name={called(version)} onAct={(move) => onAct(version, move)} />
            )
          : undefined
      }
    />
  );
}

interface RestoreProps {
  version: Version;
  onReported: (words: string) => void;
  onClose: () => void;
}

function Restore({ version, onReported, onClose }: RestoreProps) {
  const { projects } = useMessages();
  const { number } = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const { projectId, serviceId, estimationId } = version;
  return (
    <Confirm
      title={projects.versions.move({ move: projects.versions.moves.restore, name: called(version) })}
      question={projects.versions.restoreQuestion({ name: called(version) })}
      submit={projects.versions.moves.restore}
      kind="primary"
      onClose={onClose}
      act={async () => {
        const address = '/v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}/restore';
        const params = { path: { projectId, serviceId, estimationId } };
        const { operationId, counts } = await answered(api.POST(address, { params, body: {} }));
        await queries.invalidateQueries();
        onReported(
          operationId === null
            ? projects.versions.restoredNothing
            : projects.versions.restored({
                created: number(counts.created),
                updated: number(counts.updated),
                deleted: number(counts.deleted),
              }),
        );
      }}
    />
  );
}
