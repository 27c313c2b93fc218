import { type ServerEvent, StreamPlaces } from '@consulting/kernel/http';
import type { Database } from '@consulting/kernel/postgres';
import type { Logger } from '@consulting/kernel/process';
import { unavailable } from '@consulting/kernel/schema';
import type { FollowedProject, LiveProjects } from '@consulting/mto-lines';
import { type Found, findHappened, type Person, type Position, peopleMax } from '../store/operations';
import { eventsOf, Follower, seenOf } from './follower';
import { readPosition, writePosition } from './position';

const readEveryMs = 500;
const quietMs = 10_000;
const streamsPerCallerMax = 10;
const streamsMax = 200;

// The one reader of a process for all projects that somebody follows there.
export class ProjectFeed implements LiveProjects {
  readonly #watched = new Map<string, Set<Follower>>();
  readonly #places = new StreamPlaces(streamsPerCallerMax, streamsMax);
  #timer: Timer | undefined;
  #reading: Promise<void> | undefined;
  #since: string | undefined;

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
  ) {}

  takePlace(callerId: string, signal: AbortSignal): () => void {
    return this.#places.take(callerId, signal);
  }

  count(): number {
    return [...this.#watched.values()].reduce((sum, followers) => sum + followers.size, 0);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async *follow(
    { projectId, position }: FollowedProject,
    gone: AbortSignal,
    end: () => void,
  ): AsyncGenerator<ServerEvent | null> {
    const follower = new Follower(end);
    this.#join(projectId, follower);
    try {
      yield* await this.#begin(projectId, position, follower);
      while (!gone.aborted) yield await follower.next(quietMs, gone);
    } finally {
      this.#leave(projectId, follower);
    }
  }

  // The reader must have begun before the first look, so that nothing happens between what both see.
  async #begin(projectId: string, given: string | null, follower: Follower): Promise<ServerEvent[]> {
    await this.#reading;
    if (this.#since === undefined) throw unavailable('database');
    const position = given === null ? null : readPosition(given);
    const found = await findHappened(this.db, [projectId], position);
    const { snapshot, operations, isTooMany } = found;
    const people = peopleOf(found.people);
    follower.begin(snapshot, JSON.stringify(people));
    const here = { id: writePosition({ since: snapshot, until: null, last: null }) };
    const presence = { event: 'presence', ...here, data: people };
    const isLost = given !== null && (position === null || isTooMany || isAhead(position, snapshot));
    if (isLost) return [{ event: 'reset', ...here, data: {} }, presence];
    return [...(position ? eventsOf(operations, position.since, snapshot) : []), presence];
  }

  #join(projectId: string, follower: Follower): void {
    const followers = this.#watched.get(projectId) ?? new Set();
    this.#watched.set(projectId, followers.add(follower));
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#read(), readEveryMs);
    this.#read();
  }

  #leave(projectId: string, follower: Follower): void {
    const followers = this.#watched.get(projectId);
    followers?.delete(follower);
    if (followers?.size === 0) this.#watched.delete(projectId);
    if (this.#watched.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#since = undefined;
  }

  #read(): void {
    this.#reading ??= this.#readAll()
      .catch((error) => this.log.debug('live projects cannot be read', { error }))
      .finally(() => {
        this.#reading = undefined;
      });
  }

  async #readAll(): Promise<void> {
    const position = this.#since === undefined ? null : { since: this.#since, until: null, last: null };
    const found = await findHappened(this.db, [...this.#watched.keys()], position);
    if (this.#watched.size === 0) return;
    this.#since = found.snapshot;
    for (const [projectId, followers] of this.#watched) report(projectId, followers, found);
  }
}

function report(projectId: string, followers: ReadonlySet<Follower>, found: Found): void {
  const { snapshot, isTooMany } = found;
  const operations = found.operations.filter((operation) => operation.projectId === projectId);
  const people = peopleOf(found.people.filter((person) => person.projectId === projectId));
  const text = JSON.stringify(people);
  for (const follower of followers) {
    if (operations.length > 0 || isTooMany) follower.take({ snapshot, operations, isTooMany });
    else follower.check();
    follower.meet(people, text);
  }
}

const peopleOf = (people: readonly Person[]) => ({
  people: people.slice(0, peopleMax).map(({ id, name, mtoId, since }) => ({ id, name, mtoId, since })),
});

// The position is of another database, such as one that was restored since.
const isAhead = (position: Position | null, snapshot: string): boolean =>
  position !== null && seenOf(position.since).snapshot.next > seenOf(snapshot).snapshot.next;
