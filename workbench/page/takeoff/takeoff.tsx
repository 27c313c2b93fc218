export default function Takeoff({ projectId }: { projectId: string }) {
  return <p>{projectId}</p>;
}
