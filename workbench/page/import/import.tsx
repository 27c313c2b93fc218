export default function Import({ projectId, taskId }: { projectId: string; taskId: string | null }) {
  return <p>{projectId + (taskId ?? '')}</p>;
}
