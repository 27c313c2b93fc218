// Each letter on its own, so that places in the text stay what they are.
const inSmallLetters = (text: string): string =>
  Array.from(text, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  }).join('');

export function partsIgnoringCase(find: string): (text: string) => string[] {
  const sought = inSmallLetters(find);
  return (text) => {
    const small = inSmallLetters(text);
    const parts: string[] = [];
    let from = 0;
    for (let at = small.indexOf(sought); at >= 0; at = small.indexOf(sought, from)) {
      parts.push(text.slice(from, at));
      from = at + sought.length;
    }
    return [...parts, text.slice(from)];
  };
}

/** A text that grows beyond its field is built only far enough to show that it does. */
export function replaced(parts: readonly string[], by: string, lengthMax: number): string {
  const occurrencesMax = 2 + Math.ceil((lengthMax + 1) / Math.max(1, by.length));
  return parts.slice(0, occurrencesMax + 1).join(by);
}
