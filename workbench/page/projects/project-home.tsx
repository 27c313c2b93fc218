export default function ProjectHome({ projectId }: { projectId: string }) {
  return <p>{projectId}</p>;
}
