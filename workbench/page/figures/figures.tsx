export default function Figures({ projectId }: { projectId: string }) {
  return <p>{projectId}</p>;
}
