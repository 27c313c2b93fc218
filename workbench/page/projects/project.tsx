import { SelectField, useHeading } from '@consulting/design/controls';
import { ChartColumn, FileUp, Handshake, LayoutDashboard, Table2, Tags } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { useFields } from '@consulting/foundation/api';
import { Loaded, ViewLevel, Waiting } from '@consulting/foundation/components';
import {
  type Project,
  type ServiceNeed,
  useProject,
  useProjectService,
} from '@consulting/foundation/project';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link, Redirect, Route, Switch, useLocation, useSearch, useSearchParams } from 'wouter';
import { lastSeen, noteSeen, withService } from './last-seen';
import classes from './project.module.css';
import {
  EquipmentTags,
  EstimateSheet,
  Figures,
  Import,
  Overview,
  Subcontractors,
  Takeoff,
} from './project-parts';
import { ProjectSwitch } from './project-switch';
import { noteOpened } from './recent-projects';
import { Status } from './status';

const places = ['overview', 'import', 'takeoff', 'figures', 'subcontractors', 'equipment-tags'] as const;
type Place = (typeof places)[number];

const icons = {
  overview: LayoutDashboard,
  import: FileUp,
  takeoff: Table2,
  figures: ChartColumn,
  subcontractors: Handshake,
  'equipment-tags': Tags,
} as const satisfies Record<Place, unknown>;

/** An import that is over is not where one comes back to. */
const remembered: readonly Place[] = ['takeoff', 'figures'];

const serviceNeeds: Partial<Record<Place, ServiceNeed>> = { import: 'one', takeoff: 'all', figures: 'all' };

export default function ProjectFrame({ params: { projectId } }: { params: { projectId: string } }) {
  const project = useProject(projectId);
  return (
    <Loaded query={project} form="table">
      {(found) => (
        <Framed project={found}>
          <Suspense fallback={<Waiting form="table" />}>
            <Views projectId={projectId} />
          </Suspense>
        </Framed>
      )}
    </Loaded>
  );
}

const Views = ({ projectId }: { projectId: string }) => (
  <Switch>
    <Route path="/projects/:projectId">
      <Overview projectId={projectId} />
    </Route>
    <Route path="/projects/:projectId/import/:taskId?">
      {({ taskId }) => <Import projectId={projectId} taskId={taskId ?? null} />}
    </Route>
    <Route path="/projects/:projectId/takeoff">
      <Takeoff projectId={projectId} />
    </Route>
    <Route path="/projects/:projectId/figures/*?">
      <Figures projectId={projectId} />
    </Route>
    <Route path="/projects/:projectId/services/:serviceId/versions/:estimationId/sheet">
      {({ serviceId, estimationId }) => <EstimateSheet version={{ projectId, serviceId, estimationId }} />}
    </Route>
    <Route path="/projects/:projectId/subcontractors">
      <Subcontractors projectId={projectId} />
    </Route>
    <Route path="/projects/:projectId/equipment-tags">
      <EquipmentTags projectId={projectId} />
    </Route>
    <Route>
      <Redirect to={`/projects/${projectId}`} replace />
    </Route>
  </Switch>
);

const placeOf = (path: string): Place => places.find((one) => path.split('/')[3] === one) ?? 'overview';

function Framed({ project, children }: { project: Project; children: ReactNode }) {
  const { projects } = useMessages();
  const [path] = useLocation();
  const heading = useHeading();
  const place = placeOf(path);
  const need = serviceNeeds[place];
  const search = useSearch();
  const tabs = useRef<HTMLElement>(null);
  useFields();
  useEffect(() => noteOpened(project.id), [project.id]);
  useEffect(() => {
    // On a phone the tabs are wider than the window.
    const here = tabs.current?.querySelector(`[data-place="${place}"]`);
    here?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [place]);
  useEffect(() => {
    if (remembered.includes(place)) noteSeen(project.id, place, search === '' ? path : `${path}?${search}`);
  }, [project.id, place, path, search]);
  return (
    <section className={classes.project}>
      <header className={classes.header}>
        <h1 {...heading} className={classes.name}>
          {project.name}
        </h1>
        <ProjectSwitch projectId={project.id} place={place === 'overview' ? '' : `/${place}`} />
        <Status value={project.status} names={projects.choices.projectStatus} />
        <p className="quiet">
          {project.code} · {project.client.name}
        </p>
        {need && <ServiceChoice projectId={project.id} need={need} />}
      </header>
      <nav ref={tabs} aria-label={projects.frame.views} className={classes.tabs}>
        {places.map((one) => (
          <PlaceLink key={one} projectId={project.id} place={one} isHere={one === place} />
        ))}
      </nav>
      <ViewLevel value={2}>{children}</ViewLevel>
    </section>
  );
}

function PlaceLink({ projectId, place, isHere }: { projectId: string; place: Place; isHere: boolean }) {
  const { projects } = useMessages();
  const [search] = useSearchParams();
  const path = `/projects/${projectId}${place === 'overview' ? '' : `/${place}`}`;
  const Icon = icons[place];
  const left = isHere ? null : lastSeen(projectId, place);
  return (
    <Link
      href={withService(left ?? path, search.get('service'))}
      className={classes.tab}
      data-place={place}
      aria-current={isHere ? 'page' : undefined}
    >
      <Icon />
      {projects.frame[place]}
    </Link>
  );
}

const all = 'all';

function ServiceChoice({ projectId, need }: { projectId: string; need: ServiceNeed }) {
  const { projects } = useMessages();
  const { services, service, choose } = useProjectService(projectId, need);
  if (services.length < 2) return null;
  const choices = services.map(({ serviceId, code, name }) => ({
    id: serviceId,
    label: `${code} · ${name}`,
  }));
  return (
    <div className={classes.service}>
      <SelectField
        label={projects.frame.service}
        choices={need === 'all' ? [{ id: all, label: projects.frame.allServices }, ...choices] : choices}
        value={service?.serviceId ?? all}
        onChange={(key) => choose(key === all ? null : String(key))}
      />
    </div>
  );
}
