export type WidthOf = (text: string) => number;

// Words of the page in a weight and a size, in terms of the size of its text.
export function widthIn(element: HTMLElement, weight: number, scale = 1): WidthOf {
  const context = document.createElement('canvas').getContext('2d');
  const { fontFamily, fontSize } = getComputedStyle(element);
  if (context) context.font = `${weight} ${Number.parseFloat(fontSize) * scale}px ${fontFamily}`;
  return (text) => context?.measureText(text).width ?? Number.POSITIVE_INFINITY;
}

// The text in as many lines as fit, or null where a word is wider or the lines are more.
export function wrapped(text: string, width: number, linesMax: number, widthOf: WidthOf): string[] | null {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else if (widthOf(word) <= width) lines.push(word);
    else return null;
  }
  return lines.length <= linesMax ? lines : null;
}
