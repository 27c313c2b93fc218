import type { Scope } from '../process';
import { isObject, matches, type Question, type Static } from '../schema';
import type { Bus } from './bus';

const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * For a limited caller what is foreign does not exist: a question about a client or project that she may not see asks for one
 * that nobody has, and an answer that is of another project becomes the one on a record that nobody has, without another
 * question, whose time would say that there is something.
 */
export function limitedBus(bus: Bus, visible: Scope | undefined): Bus {
  if (!visible) return bus;
  const known = { clientId: new Set(visible.clientIds), projectId: new Set(visible.projectIds) };
  const isForeign = (key: keyof typeof known, id: unknown) =>
    typeof id === 'string' && !known[key].has(id.toLowerCase());

  const isOfOther = (answer: unknown) =>
    Object.entries(isObject(answer) ? answer : {}).some(([key, part]) => {
      const { projectId } = { ...(isObject(part) ? part : {}), ...ownerOf(part) };
      // A task without a project fills a library.
      return isForeign('projectId', projectId) || (key === 'task' && part !== null && !projectId);
    });

  async function ask<Q extends Question>(question: Q, request: Static<Q['request']>) {
    const asked = withIds(request, (key, id) =>
      key in known && isForeign(key as keyof typeof known, id) ? nobody : id,
    );
    const answer = await bus.ask(question, asked);
    if (!isOfOther(answer)) return answer;
    const nothing = nothingOf(answer);
    if (matches(question.response, nothing)) return nothing;
    return bus.ask(
      question,
      withIds(request, () => nobody),
    );
  }

  return new Proxy(bus, {
    get(target, key) {
      if (key === 'ask') return ask;
      const member = Reflect.get(target, key);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

const nothingOf = (answer: unknown): unknown =>
  Object.fromEntries(
    Object.entries(isObject(answer) ? answer : {}).map(([key, part]) => [
      key,
      Array.isArray(part) ? [] : null,
    ]),
  );

const ownerOf = (part: unknown): Record<string, unknown> =>
  isObject(part) && isObject(part.project) ? part.project : {};

const withIds = <T>(request: T, replace: (key: string, id: string) => string): T =>
  Object.fromEntries(
    Object.entries(request as object).map(([key, value]) =>
      key.endsWith('Id') && typeof value === 'string' ? [key, replace(key, value)] : [key, value],
    ),
  ) as T;
