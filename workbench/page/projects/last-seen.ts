const keyOf = (projectId: string, place: string) => `workbench.last-seen.${projectId}.${place}`;

/** The tab remembers how a place of a project was left: its view, filters and sort. */
export function noteSeen(projectId: string, place: string, address: string): void {
  try {
    sessionStorage.setItem(keyOf(projectId, place), address);
  } catch {
    // A browser that keeps nothing begins at the usual view.
  }
}

export function lastSeen(projectId: string, place: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(projectId, place));
  } catch {
    return null;
  }
}

/** The service goes along from place to place; what else the address says belongs to one place. */
export function withService(address: string, service: string | null): string {
  const [path = '', search] = address.split('?');
  const parameters = new URLSearchParams(search);
  if (service === null) parameters.delete('service');
  else parameters.set('service', service);
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}
