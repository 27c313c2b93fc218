export function changed<T extends object>(current: { [K in keyof T]?: unknown }, changes: T): T {
  const differing = Object.entries(changes).filter(
    ([key, value]) => !Bun.deepEquals(value, current[key as keyof T]),
  );
  return Object.fromEntries(differing) as T;
}

export const isEmpty = (changes: object) => Object.keys(changes).length === 0;
