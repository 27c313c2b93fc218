import { Notice } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Loaded, View } from '@consulting/foundation/components';
import { useProject, useProjectService } from '@consulting/foundation/project';
import { Link } from 'wouter';
import { ImportTask } from './import-task';
import { Start } from './start';

export default function Import({ projectId, taskId }: { projectId: string; taskId: string | null }) {
  const project = useProject(projectId);
  const { service } = useProjectService(projectId, 'one');
  if (taskId !== null) return <ImportTask key={taskId} projectId={projectId} taskId={taskId} />;
  return (
    <Loaded query={project}>
      {() =>
        service === null ? (
          <WithoutService projectId={projectId} />
        ) : (
          <Start key={service.serviceId} target={{ projectId, serviceId: service.serviceId }} />
        )
      }
    </Loaded>
  );
}

function WithoutService({ projectId }: { projectId: string }) {
  const { imports } = useMessages();
  return (
    <View title={imports.title}>
      <Notice kind="info" title={imports.noService.title}>
        <p>{imports.noService.why}</p>
        <Link href={`/projects/${projectId}`}>{imports.noService.make}</Link>
      </Notice>
    </View>
  );
}
