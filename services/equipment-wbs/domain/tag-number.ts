import { loweredText } from '@consulting/kernel/text';

interface NumberedTag {
  tagNumber: string;
  equipmentId: string;
}

/** `<equipmentCode>-<n>`, counted on from the other tags of its equipment to the first that is free among all tags of the project (resources.md 12). */
export function nextTagNumber(
  { equipmentCode, id }: { equipmentCode: string; id: string },
  others: readonly NumberedTag[],
): string {
  const taken = new Set(others.map(({ tagNumber }) => loweredText(tagNumber)));
  let number = others.filter(({ equipmentId }) => equipmentId === id).length + 1;
  while (taken.has(loweredText(`${equipmentCode}-${number}`))) number += 1;
  return `${equipmentCode}-${number}`;
}
