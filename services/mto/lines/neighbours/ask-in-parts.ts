const valuesPerQuestionMax = 2000;

export async function askInParts<T>(
  values: readonly string[],
  ask: (part: string[]) => Promise<readonly T[]>,
  partMax = valuesPerQuestionMax,
): Promise<T[]> {
  const distinct = [...new Set(values)];
  const found: T[] = [];
  for (let at = 0; at < distinct.length; at += partMax)
    found.push(...(await ask(distinct.slice(at, at + partMax))));
  return found;
}
