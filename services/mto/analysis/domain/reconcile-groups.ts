import { loweredText } from '@consulting/kernel/schema';
import { type Ctx, readWbsTree } from '@consulting/mto-lines';
import type { Places } from '../store/moved-lines';
import type { ReconcileKey } from './reconcile-input';

type Text = string | null;

export type GroupOf = (discipline: Text, wbsCode: Text, area: Text) => readonly Text[];

const isLevel = (key: ReconcileKey): key is { name: string; level: number } => 'level' in key;

export const placesOf = (keys: readonly ReconcileKey[]): Places => ({
  wbsCode: keys.some(isLevel),
  area: keys.some(({ name }) => name === 'area'),
});

// A line without a code, or with one that the WBS does not have, is in the group without a code.
// @throws DEPENDENCY_UNAVAILABLE
export async function groupOf(
  ctx: Ctx,
  projectId: string,
  keys: readonly ReconcileKey[],
): Promise<GroupOf | null> {
  if (keys.length === 0) return null;
  const tree = keys.some(isLevel) ? await readWbsTree(ctx, projectId) : null;
  const readers = await Promise.all(
    keys.map(async (key): Promise<(...place: Parameters<GroupOf>) => Text> => {
      if (!isLevel(key)) return (discipline, _, area) => (key.name === 'area' ? area : discipline);
      const codes = await tree?.codesAtLevel(key.level);
      return (_, code) => (code === null ? null : (codes?.get(loweredText(code)) ?? null));
    }),
  );
  return (...place) => readers.map((read) => read(...place));
}
