import type { ServerEvent } from '@consulting/kernel/http';

export interface FollowedProject {
  projectId: string;
  // Where a client that comes back goes on; null for what happens from now on.
  position: string | null;
}

export interface LiveProjects {
  // The place of a stream of the caller, which the result gives back. @throws RATE_LIMITED, DEPENDENCY_UNAVAILABLE
  takePlace(callerId: string, signal: AbortSignal): () => void;
  follow(project: FollowedProject, gone: AbortSignal, end: () => void): AsyncGenerator<ServerEvent | null>;
}
