const storedName = 'workbench.recent-projects';
const recentMax = 5;

// Identifiers alone: the names are read by whoever is signed in.
export function recentProjects(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedName) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function noteOpened(projectId: string): void {
  const others = recentProjects().filter((id) => id !== projectId);
  try {
    localStorage.setItem(storedName, JSON.stringify([projectId, ...others].slice(0, recentMax)));
  } catch {
    // A browser that stores nothing lists no recent projects.
  }
}
