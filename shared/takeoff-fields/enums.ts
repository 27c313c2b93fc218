import enums from './enums.json';

export const enumWords: Readonly<Record<string, readonly string[]>> = enums.words;

export const enumAliases: Readonly<Record<string, Readonly<Record<string, string>>>> = enums.aliases;

export const booleanAliases: Readonly<Record<string, boolean>> = Object.fromEntries([
  ...enums.booleans.true.map((word) => [word, true]),
  ...enums.booleans.false.map((word) => [word, false]),
]);
