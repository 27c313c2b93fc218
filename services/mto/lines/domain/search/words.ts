import { fault, type Reading, text } from '@consulting/kernel/schema';

const textLengthMax = 200;
const wordsMax = 10;

export const wordsField = () =>
  text(textLengthMax).describe(
    `Up to ${wordsMax} words: each must occur, ignoring case, in the description, tag, itemCode, drawingNumber, specificationNumber, remarks or one of the texts by which the discipline identifies an item and its material.`,
  );

export function readWords(search: string | null, reading: Reading): string[] {
  const words = [...new Set(search?.split(/\s/).filter((word) => word !== ''))];
  if (words.length > wordsMax)
    fault(reading, 'search', 'MAX_LENGTH', `must have at most ${wordsMax} words`, { maxItems: wordsMax });
  return words;
}
