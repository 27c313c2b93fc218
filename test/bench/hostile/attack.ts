import { type Answer, Caller, type Sent } from './caller';

/** What an attack finds: a system that runs, with data that nobody else uses. */
export interface Stage {
  url: string;
  /** A key of a Contributor that no other attack has used. */
  attacker: Caller;
  /** Somebody else, who wants to work meanwhile. */
  neighbour: Caller;
  /** An estimation service without lines. */
  projectId: string;
  serviceId: string;
  /** A project of 24,000 lines. */
  largeProjectId: string;
  newKey(role: 'Reader' | 'Contributor'): Promise<string>;
  /** Port of NATS, where the bench started it. */
  natsPort: number | undefined;
  /** Bytes of all logs, where the bench can see them. */
  logBytes(): number;
  /** Aborted when the attack has taken too long. */
  signal: AbortSignal;
}

export interface Outcome {
  answer: string;
  /** Whether whoever gets it knows what is wrong. */
  isClear: boolean;
}

export interface Options {
  /** What the answer has to be; any clear one without it. */
  expects?: RegExp;
  /** Whether an end of the connection is answer enough: what was sent is no request. */
  mayHangUp?: boolean;
  /** How many of it at once; once without it. */
  times?: number;
  /** What somebody else does two seconds after the beginning: it must succeed. */
  witness?: (stage: Stage) => Promise<Answer>;
}

export interface Attack extends Options {
  name: string;
  about: string;
  act(stage: Stage): Promise<Outcome>;
}

/** A success, a refusal with its reason, or 503 that says when to come back. */
const isClear = ({ status, headers }: Answer) =>
  (status >= 200 && status < 500) || (status === 503 && headers.has('retry-after'));

/** What is told of a connection that ended without an answer. */
export const hungUp = 'connection ended';

/** Answers counted by what they say. */
export function summaryOf(answers: readonly Answer[]): Outcome {
  const counts = new Map<string, number>();
  for (const { status, code } of answers) {
    const said = `${status || ''} ${code}`.trim();
    counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  const parts = [...counts].map(([said, count]) => (count > 1 ? `${count} × ${said}` : said));
  return { answer: parts.join(', '), isClear: answers.every(isClear) };
}

/** Does it as often at once as the attack says, and counts the answers. */
export function answering(
  name: string,
  about: string,
  ask: (stage: Stage, at: number) => Promise<Answer>,
  options: Options = {},
): Attack {
  const act = async (stage: Stage) => {
    const answers = await Promise.all(Array.from({ length: options.times ?? 1 }, (_, at) => ask(stage, at)));
    const { answer, isClear } = summaryOf(answers);
    return { answer, isClear: isClear || (options.mayHangUp === true && answer === hungUp) };
  };
  return { name, about, act, ...options };
}

export interface FileToSend {
  name: string;
  bytes: Bun.BlobPart[];
}

/** A takeoff that is sent for import, followed until its task has ended. */
export const importing = (
  name: string,
  about: string,
  make: () => FileToSend,
  options: Options = {},
): Attack =>
  answering(
    name,
    about,
    ({ attacker, projectId, serviceId }) =>
      attacker.import(
        '/api/v1/mto/import/async',
        formOf(make(), { projectId, serviceId, force: 'true', discipline: 'piping' }),
      ),
    options,
  );

/** A file that is read while the request waits. */
export const uploading = (
  name: string,
  about: string,
  path: (stage: Stage) => string,
  make: () => FileToSend,
  options: Options = {},
): Attack =>
  answering(
    name,
    about,
    (stage) => stage.attacker.send('POST', path(stage), { body: formOf(make()) }),
    options,
  );

/** One request of the programming interface. */
export const requesting = (
  name: string,
  about: string,
  make: (stage: Stage, at: number) => { method?: string; path: string } & Sent,
  options: Options = {},
): Attack =>
  answering(
    name,
    about,
    (stage, at) => {
      const { method = 'POST', path, ...sent } = make(stage, at);
      return stage.attacker.send(method, path, sent);
    },
    options,
  );

export function formOf({ name, bytes }: FileToSend, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set('file', new File(bytes, name));
  return form;
}

/** The key of the attacker with another signal or key. */
export const as = ({ url, signal }: Stage, key: string) => new Caller(url, key, signal);

/** How long an attack goes on that waits for nothing. */
export const pauseMs = 15_000;
